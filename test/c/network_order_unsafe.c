// expect: unsafe line 8
#include <arpa/inet.h>
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    assert(htons((unsigned short)argc) != 0x0300);
    return 0;
}
