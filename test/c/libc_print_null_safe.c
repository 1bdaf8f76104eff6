// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char text[20];
    const char *missing = argv[argc];
    int n = snprintf(text, sizeof text, "%s", missing);
    assert(n == 6 && strcmp(text, "(null)") == 0);
    printf("%s %5s %.2s\n", missing, missing, missing);
    return 0;
}
