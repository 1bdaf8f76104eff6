// expect: unsafe line 14
// fails with: args "ab:" "x"
// Every resource that was opened has to be closed before the program ends.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int opened;
static int closed;

__attribute__((destructor))
static void check_balance(void)
{
    assert(opened == closed);
}

static int process(const char *name)
{
    opened++;
    if (strchr(name, ':') != NULL) {
        fprintf(stderr, "bad name\n");
        return -1;
    }
    closed++;
    return 0;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc && i < 5; i++) {
        if (process(argv[i]) != 0)
            return 1;
    }
    return 0;
}
