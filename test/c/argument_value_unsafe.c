// expect: unsafe line 17
/* A word of the program's own and a number in one argument. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int port = 80;
    for (int i = 1; i < argc; i++) {
        const char *eq = strchr(argv[i], '=');
        if (!eq || eq - argv[i] != 4 || memcmp(argv[i], "port", 4) != 0) return 2;
        long value = strtol(eq + 1, NULL, 10);
        if (value > 65535) return 2;
        port = (int)value;
    }
    assert(port >= 1 && port <= 65535);
    return 0;
}
