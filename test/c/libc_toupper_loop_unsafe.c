// expect: unsafe line 13; options: -v
// In a word of any letters.
#include <assert.h>
#include <ctype.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    for (int i = 0; i < 3; i++) {
        char c = __VERIFIER_nondet_char();
        if (c >= 'a' && c <= '{')
            assert(isupper(toupper(c)));
    }
    return 0;
}
