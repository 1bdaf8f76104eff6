// expect: unsafe line 9; options: -v
// A destructor runs after main has returned.
#include <assert.h>

static int open_files = 1;

__attribute__((destructor)) static void verify(void)
{
    assert(open_files == 0);
}

int main(void)
{
    open_files++;
    return 0;
}
