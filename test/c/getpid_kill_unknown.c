// expect: unknown
/* No run gets to the assertion: a replay must not have a number for the process that the system does not know. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
    kill(getpid(), SIGKILL);
    assert(0);
    return 0;
}
