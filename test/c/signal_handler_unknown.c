// expect: unknown
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void note(int number) { seen = number; }

int main(void)
{
    signal(SIGINT, note);
    raise(SIGINT);
    assert(!seen);
    return 0;
}
