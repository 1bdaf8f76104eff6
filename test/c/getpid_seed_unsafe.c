// expect: unsafe line 12
/* Nothing here tells the number of the process but getpid: it is an input. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    int port = 20000 + getpid() % 10000;
    printf("%d\n", port);
    assert(port != 20080);
    return 0;
}
