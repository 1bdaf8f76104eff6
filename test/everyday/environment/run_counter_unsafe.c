// expect: unsafe line 25
// fails with: file count.dat "-3\n"
// Count how often the program was run.
#include <assert.h>
#include <stdio.h>

static int last_count(void)
{
    int n = 0;
    FILE *f = fopen("count.dat", "r");

    if (f == NULL)
        return 0;
    if (fscanf(f, "%5d", &n) != 1)
        n = 0;
    fclose(f);
    return n;
}

int main(void)
{
    int n = last_count() + 1;
    FILE *f;

    assert(n >= 1);
    f = fopen("count.dat", "w");
    if (f == NULL) {
        perror("count.dat");
        return 1;
    }
    fprintf(f, "%d\n", n);
    fclose(f);
    return 0;
}
