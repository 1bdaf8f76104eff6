// expect: unsafe line 9
#include <assert.h>
#include <signal.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (signal(SIGINT, SIG_IGN) == SIG_ERR) return 0;
    assert(argc < 3);
    return 0;
}
