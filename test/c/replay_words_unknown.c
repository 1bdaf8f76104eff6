// expect: unknown
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The model of mktime is coarse, so a run is found that does not fail. What the program prints is no confirmation. */
int main(void)
{
    struct tm date = {.tm_year = 100, .tm_mday = 32};
    fprintf(stderr, "\nlatch: violated: date.tm_mday == 1 at replay_words_unknown.c:13\n");
    mktime(&date);
    assert(date.tm_mday == 1);
    exit(77);
}
