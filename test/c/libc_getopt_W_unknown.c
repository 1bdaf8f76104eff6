// expect: unknown
// With "W;", -W foo is --foo.
#include <assert.h>
#include <getopt.h>

int main(void)
{
    char *argv[] = {"program", "-W", "foo", 0};
    struct option options[] = {{"foo", 0, 0, 'f'}, {0, 0, 0, 0}};
    int option = getopt_long(3, argv, "W;", options, 0);
    assert(option == 'W');
    return 0;
}
