// expect: safe
/* The language is what gcc and clang take without options. */
#include <assert.h>
#include <string.h>

_Static_assert(__STDC_VERSION__ == 201710L, "C17");

int main(void)
{
    assert(__STDC_VERSION__ >= 201112L);
    assert(strlen(u8"\u00e9") == 2);
    return 0;
}
