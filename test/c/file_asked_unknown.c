// expect: unknown
/* Nothing comes into being between the question and the opening: no run fails. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    if (access("r.txt", F_OK) == 0) return 0;
    assert(open("r.txt", O_RDONLY) < 0);
    return 0;
}
