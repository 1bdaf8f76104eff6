// expect: unsafe line 13; options: --check overflow
/* Code for programs that are compiled with a sanitizer is no code of this one. */
extern int __VERIFIER_nondet_int(void);
#ifndef __has_feature
#define __has_feature(x) 0
#endif
int main(void)
{
    int y = __VERIFIER_nondet_int();
#if __has_feature(undefined_behavior_sanitizer)
    return 0;
#endif
    y = y + 2;
    return y == 0;
}
