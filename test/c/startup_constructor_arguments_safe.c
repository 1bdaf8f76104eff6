// expect: safe
#include <assert.h>

static int seen = -1;

__attribute__((constructor)) static void begin(int argc, char **argv, char **envp)
{
    (void)argv, (void)envp;
    seen = argc;
}

int main(int argc, char **argv)
{
    (void)argv;
    assert(seen == argc);
    return 0;
}
