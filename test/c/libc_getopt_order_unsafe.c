// expect: unsafe line 11
// The order of the first call, which stops at what is no option, stays.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char *argv[] = {"program", "x", "-a", 0};
    (void)getopt(1, argv, "+a");
    int option = getopt(3, argv, "a");
    assert(option == 'a');
    return 0;
}
