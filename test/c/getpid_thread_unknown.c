// expect: unknown
/* No run fails: the first thread has the number of the process. */
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    assert(getpid() == syscall(SYS_gettid));
    return 0;
}
