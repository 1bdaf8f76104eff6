// expect: unsafe line 26
// fails with: args "100"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 20

/* Draws a progress bar: bar percent */
int main(int argc, char **argv)
{
    char bar[WIDTH + 1];
    long percent;
    int cells, i;

    if (argc != 2) {
        fputs("usage: bar percent\n", stderr);
        return 1;
    }
    percent = strtol(argv[1], NULL, 10);
    if (percent < 0)
        percent = 0;
    if (percent > 100)
        percent = 100;
    cells = (int)(percent / 100.0 * WIDTH) + 1;
    assert(cells >= 0 && cells <= WIDTH);
    for (i = 0; i < WIDTH; i++)
        bar[i] = i < cells ? '#' : '.';
    bar[WIDTH] = '\0';
    printf("[%s] %ld%%\n", bar, percent);
    return 0;
}
