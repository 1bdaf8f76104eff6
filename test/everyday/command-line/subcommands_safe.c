// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    int min_args;
};

/* sorted by name */
static const struct command commands[] = {
    { "add", 2 },
    { "del", 1 },
    { "help", 0 },
    { "list", 0 },
    { "sum", 1 },
};

#define N_COMMANDS (sizeof commands / sizeof commands[0])

static int by_name(const void *key, const void *elem)
{
    return strcmp(key, ((const struct command *)elem)->name);
}

int main(int argc, char **argv)
{
    const struct command *cmd;
    int nargs;

    if (argc < 2)
        return 1;
    cmd = bsearch(argv[1], commands, N_COMMANDS, sizeof commands[0], by_name);
    if (cmd == NULL) {
        fprintf(stderr, "unknown command %s\n", argv[1]);
        return 1;
    }
    nargs = argc - 2;
    if (nargs < cmd->min_args) {
        fprintf(stderr, "%s: too few arguments\n", cmd->name);
        return 1;
    }
    if (strcmp(cmd->name, "sum") == 0) {
        assert(nargs >= 1);
        printf("first number: %ld\n", strtol(argv[2], NULL, 10));
    } else {
        printf("%s with %d arguments\n", cmd->name, nargs);
    }
    return 0;
}
