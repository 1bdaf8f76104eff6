// expect: unknown; options: --check bounds
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 100, .tm_mday = 32};
    int items[4] = {0};
    fprintf(stderr, "==1==ERROR: AddressSanitizer: stack-buffer-overflow\n    #0 in main replay_words_sanitizer_unknown.c:12\n");
    mktime(&date);
    items[date.tm_mday == 1 ? 0 : 9] = 1;
    exit(1);
}
