// expect: unknown; options: --check abort
/* The signal that abort raises, raised otherwise and in the same line, is no call of it. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    int x;
    __asm__("movl $5, %0" : "=r"(x));
    if (x != 5) abort(); else kill(getpid(), SIGABRT);
    return 0;
}
