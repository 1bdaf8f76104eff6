// expect: safe
// How often does each vowel occur?
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define NVOWELS 5

static const char vowels[] = "aeiou";
static unsigned long count[NVOWELS];

int main(void)
{
    int c, i;

    while ((c = getchar()) != EOF) {
        const char *p;

        if (c == '\0')
            continue;
        p = strchr(vowels, c);
        if (p != NULL) {
            int idx = (int)(p - vowels);

            assert(idx < NVOWELS);
            count[idx]++;
        }
    }
    for (i = 0; i < NVOWELS; i++)
        printf("%c %lu\n", vowels[i], count[i]);
    return 0;
}
