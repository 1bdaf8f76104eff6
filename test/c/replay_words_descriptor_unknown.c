// expect: unknown; options: --check bounds
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The words are written to the descriptor that reports go to. */
int main(void)
{
    static const char words[] = "==1==ERROR: AddressSanitizer: stack-buffer-overflow\n    #0 in main replay_words_descriptor_unknown.c:14\n";
    struct tm date = {.tm_year = 100, .tm_mday = 32};
    int items[4] = {0};
    write(999, words, sizeof words - 1);
    mktime(&date);
    items[date.tm_mday == 1 ? 0 : 9] = 1;
    exit(1);
}
