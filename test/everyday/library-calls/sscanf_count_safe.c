// expect: safe
// Average of up to three comma separated numbers per line.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[32];
    int v[3];

    while (fgets(line, sizeof line, stdin) != NULL) {
        int i, got, sum = 0;

        got = sscanf(line, "%4d,%4d,%4d", &v[0], &v[1], &v[2]);
        if (got < 1) {
            printf("no numbers\n");
            continue;
        }
        assert(got >= 1 && got <= 3);
        for (i = 0; i < got; i++)
            sum += v[i];
        printf("%d\n", sum / got);
    }
    return 0;
}
