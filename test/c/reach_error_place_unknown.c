// expect: unknown
/* The run ends with a call of reach_error, but not with the one that was looked for: line 9 is never reached. */
extern void reach_error(void);
int main(void)
{
    int x;
    __asm__("movl $5, %0" : "=r"(x));
    if (x == 6)
        reach_error();
    __asm__ volatile("call reach_error" ::: "memory");
    return 0;
}
