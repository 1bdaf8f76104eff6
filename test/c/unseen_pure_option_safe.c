// expect: safe; options: --unseen pure
// The convention of competitions: functions without a body change nothing.
#include <assert.h>

int fill(int *value);

int main(void)
{
    int given = 1;
    int result = fill(&given);
    assert(given == 1);
    return 0;
}
