// expect: unknown
// Standard input may have been closed from the start.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int result = fclose(stdin);
    assert(result == 0);
    return 0;
}
