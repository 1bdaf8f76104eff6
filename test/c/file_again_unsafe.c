// expect: unsafe line 17
/* A file that is read twice, and one in a folder: they are there before the program starts. */
#include <assert.h>
#include <stdio.h>

static int first_of(const char *name)
{
    FILE *f = fopen(name, "r");
    int c = f ? fgetc(f) : EOF;
    if (f) fclose(f);
    return c;
}

int main(void)
{
    int a = first_of("a.txt"), b = first_of("folder/b.txt"), again = first_of("a.txt");
    assert(a != 'x' || b != 'y' || again != 'x');
    return 0;
}
