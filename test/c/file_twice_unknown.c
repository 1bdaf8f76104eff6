// expect: unknown
/* A file does not change between two reads, and it stays there: no run fails. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    FILE *f = fopen("r.txt", "r");
    if (!f) return 0;
    int a = fgetc(f);
    fclose(f);
    f = fopen("r.txt", "r");
    if (argc > 1) assert(f);
    if (f) assert(fgetc(f) == a);
    return 0;
}
