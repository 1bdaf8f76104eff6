// expect: unsafe line 9; options: --check bounds
/* isalpha is a look-up in a table. */
#include <ctype.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    return isalpha(__VERIFIER_nondet_int()) != 0;
}
