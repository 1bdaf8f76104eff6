// expect: unsafe line 12
// The delimiter becomes a byte: -1 is 255, and not the end.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *all = NULL;
    size_t size = 0;
    ssize_t n = getdelim(&all, &size, -1, stdin);
    assert(n < 0 || getchar() == EOF);
    free(all);
    return 0;
}
