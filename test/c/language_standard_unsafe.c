// expect: unsafe line 13
/* The replay is compiled as the same language. */
#include <assert.h>
#if __STDC_VERSION__ >= 201112L
#define LIMIT 2
#else
#define LIMIT 1000000000
#endif

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc < LIMIT || argc > 2);
    return 0;
}
