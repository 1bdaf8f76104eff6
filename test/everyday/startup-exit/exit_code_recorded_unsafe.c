// expect: unsafe line 15
// fails with: stdin "a?\n"
// A program that saw errors must not report success.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char saw_error;
static int exit_code;

static void at_end(void)
{
    if (saw_error)
        assert(exit_code != 0);
}

static int finish(int code)
{
    exit_code = code;
    return code;
}

int main(void)
{
    int c;

    if (atexit(at_end) != 0)
        return 3;
    while ((c = getchar()) != EOF) {
        if (c == '\n')
            return finish(0);
        if (c == '#')
            exit(finish(2));
        if (!isalnum(c))
            saw_error = 1;
    }
    return finish(saw_error ? 1 : 0);
}
