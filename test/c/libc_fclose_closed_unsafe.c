// expect: unsafe line 13
// fclose fails where the descriptor has been closed already.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    FILE *f = fopen("text", "r");
    if (!f) return 0;
    close(fileno(f));
    int result = fclose(f);
    assert(result == 0);
    return 0;
}
