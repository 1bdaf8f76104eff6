// expect: unknown
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char text[20];
    int n = snprintf(text, sizeof text, "%.3s", argv[argc]);
    assert(n == 3);
    return 0;
}
