// expect: safe
// A file that is only read is closed without a failure.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("text", "r");
    if (!f) return 0;
    (void)getc(f);
    int result = fclose(f);
    assert(result == 0);
    return 0;
}
