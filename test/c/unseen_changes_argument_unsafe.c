// expect: unsafe line 11; options: -v
// A function that nobody has seen may change what its arguments point to, and nothing else of the program's own.
#include <assert.h>

void fill(int *value);

int main(void)
{
    int given = 1, kept = 1;
    fill(&given);
    assert(given == 1);
    return 0;
}
