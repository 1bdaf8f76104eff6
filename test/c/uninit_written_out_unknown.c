// expect: unknown; options: --check uninit
/* The rest of the buffer was never set, and goes out. */
#include <unistd.h>

int main(void)
{
    char buffer[8];
    buffer[0] = 'a';
    return write(1, buffer, sizeof buffer) < 0;
}
