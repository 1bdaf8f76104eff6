// expect: safe
/* Reading that has failed goes on failing: it does not come to the end. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    if (getchar() != EOF || feof(stdin)) return 0;
    int next = getchar();
    assert(next == EOF && ferror(stdin) && !feof(stdin));
    return 0;
}
