// expect: unsafe line 25
// fails with: env LINES="2"
// Lines per page: the screen height without header and footer.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int screen_lines(void)
{
    const char *s = getenv("LINES");
    long n;

    if (s == NULL)
        return 24;
    n = strtol(s, NULL, 10);
    if (n < 2 || n > 500)
        return 24;
    return (int)n;
}

int main(void)
{
    int page = screen_lines() - 2;

    assert(page >= 1);
    printf("%d pages for 100 lines\n", (100 + page - 1) / page);
    return 0;
}
