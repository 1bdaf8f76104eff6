// expect: unknown; options: --check leak
// %ms allocates the word.
#include <stdio.h>

int main(void)
{
    char *word;
    if (scanf("%ms", &word) == 1) puts(word);
    return 0;
}
