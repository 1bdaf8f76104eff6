// expect: safe
// A byte, or EOF; the end stays the end.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int c = getchar();
    assert(c == EOF || (c >= 0 && c <= 255));
    if (c == EOF) assert((feof(stdin) || ferror(stdin)) && getchar() == EOF);
    return 0;
}
