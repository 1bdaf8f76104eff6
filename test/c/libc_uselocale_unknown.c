// expect: unknown
// After uselocale the library's functions work in another locale than the one that is modelled.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdlib.h>

int main(void)
{
    locale_t l = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    if (!l) return 0;
    uselocale(l);
    wchar_t wide[8];
    assert(mbstowcs(wide, "\xc3\xa4", 8) != 1);
    return 0;
}
