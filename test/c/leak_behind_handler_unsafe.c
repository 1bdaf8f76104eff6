// expect: unsafe line 10; options: --check leak
/* The run ends in the library, which is no line of the program. */
#include <stdlib.h>

static void *list;
static int counter;

static void count(void) { counter++; }

int main(int argc, char **argv)
{
    (void)argv;
    list = malloc(10);
    atexit(count);
    if (argc == 1) free(list);
    return 0;
}
