// expect: unsafe line 56
// fails with: stdin "to be to\n"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char text[8];
    int count;
    struct word *next;
};

static struct word *words;

static struct word *lookup(const char *s)
{
    struct word *w;

    for (w = words; w != NULL && w->next != NULL; w = w->next)
        if (strcmp(w->text, s) == 0)
            return w;
    return NULL;
}

static int add(const char *s)
{
    struct word *w = lookup(s);

    if (w == NULL) {
        w = calloc(1, sizeof *w);
        if (w == NULL)
            return 0;
        strcpy(w->text, s);
        w->next = words;
        words = w;
    }
    w->count++;
    return 1;
}

int main(void)
{
    char buf[8];
    int total = 0;
    struct word *w;

    while (total < 4 && scanf("%7s", buf) == 1) {
        if (!add(buf))
            break;
        total++;
    }
    /* all the words in the list are different */
    if (words != NULL)
        for (w = words->next; w != NULL; w = w->next)
            assert(strcmp(w->text, words->text) != 0);
    while (words != NULL) {
        w = words;
        words = w->next;
        printf("%s: %d\n", w->text, w->count);
        free(w);
    }
    return 0;
}
