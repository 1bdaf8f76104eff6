// expect: unknown
/* The environment may name a locale that is not there: LC_ALL=xx_YY. */
#include <assert.h>
#include <locale.h>

int main(void)
{
    assert(setlocale(LC_ALL, "") != NULL);
    return 0;
}
