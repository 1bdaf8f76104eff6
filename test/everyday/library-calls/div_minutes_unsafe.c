// expect: unsafe line 26
// fails with: nondet -7
// Split an offset in minutes into hours and minutes 0..59.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static div_t split(int minutes)
{
    div_t r = div(minutes, 60);

    if (r.quot < 0 && r.rem < 0) {
        r.rem += 60;
        r.quot--;
    }
    return r;
}

int main(void)
{
    int offset = __VERIFIER_nondet_int();
    div_t t = split(offset);

    assert(t.rem >= 0 && t.rem < 60);
    printf("%d:%02d\n", t.quot, t.rem);
    return 0;
}
