// expect: unsafe line 11
#include <assert.h>
#include <stdio.h>

/* Whatever the program prints before, a failure is one. */
int main(int argc, char **argv)
{
    printf("latch: violated: argc at replay_words_unsafe.c:1\n");
    fprintf(stderr, "latch: no more inputs for argc\n");
    fclose(stderr);
    assert(argc < 3);
    return 0;
}
