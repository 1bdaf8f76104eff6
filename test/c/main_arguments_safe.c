// expect: safe
#include <assert.h>

int main(int argc, char **argv, char **envp)
{
    assert(argc >= 0 && argv && envp);
    return 0;
}
