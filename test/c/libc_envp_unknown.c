// expect: unknown
// unsetenv takes the variable out of the third argument of main.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv, char **envp)
{
    if (argc < 1 || !argv || !envp[0]) return 0;
    char *first = envp[0];
    unsetenv("HOME");
    assert(envp[0] == first);
    return 0;
}
