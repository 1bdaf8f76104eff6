// expect: unsafe line 21
// fails with: stdin "data"
// Destructors with a higher priority number run first.
#include <assert.h>
#include <stdio.h>

static int file_open = 1;
static int buffered;
static int written;

__attribute__((destructor(103)))
static void close_file(void)
{
    file_open = 0;
}

__attribute__((destructor(102)))
static void write_buffer(void)
{
    if (buffered > 0) {
        assert(file_open);
        written = buffered;
        buffered = 0;
    }
}

int main(void)
{
    while (buffered < 8 && getchar() != EOF)
        buffered++;
    return 0;
}
