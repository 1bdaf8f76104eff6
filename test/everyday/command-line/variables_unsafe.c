// expect: unsafe line 29
// fails with: stdin "set 8 1\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define VARS 8

static int var[VARS];

/* Commands: "set n value" and "get n". */
int main(void)
{
    char line[32];
    char cmd[8];

    while (fgets(line, sizeof line, stdin) != NULL) {
        int k, v;
        int n = sscanf(line, "%7s %3d %5d", cmd, &k, &v);

        if (n < 2) {
            puts("?");
            continue;
        }
        if (k < 0 || k > VARS) {
            puts("no such variable");
            continue;
        }
        assert(k >= 0 && k < VARS);
        if (strcmp(cmd, "set") == 0 && n == 3)
            var[k] = v;
        else if (strcmp(cmd, "get") == 0)
            printf("%d\n", var[k]);
        else
            puts("?");
    }
    return 0;
}
