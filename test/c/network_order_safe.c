// expect: safe
#include <arpa/inet.h>
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    assert(htonl(0x01020304) == 0x04030201);
    assert(ntohs(htons((unsigned short)argc)) == (unsigned short)argc);
    assert(ntohl(htonl((unsigned)argc)) == (unsigned)argc);
    return 0;
}
