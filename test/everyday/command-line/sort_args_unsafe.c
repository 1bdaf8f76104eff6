// expect: unsafe line 35
// fails with: args "3" "2" "1"
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;

    return x < y ? -1 : x > y;
}

/* Sorts the numbers of the command line. */
int main(int argc, char **argv)
{
    size_t n, i;
    int *v;

    if (argc < 2)
        return 0;
    n = (size_t)argc - 1;
    v = malloc(n * sizeof *v);
    if (v == NULL)
        return 1;
    for (i = 0; i < n; i++) {
        long k = strtol(argv[i + 1], NULL, 10);

        v[i] = k > INT_MAX ? INT_MAX : k < INT_MIN ? INT_MIN : (int)k;
    }
    qsort(v, n - 1, sizeof *v, compare);
    for (i = 1; i < n; i++)
        assert(v[i - 1] <= v[i]);
    for (i = 0; i < n; i++)
        printf("%d\n", v[i]);
    free(v);
    return 0;
}
