// expect: unsafe line 30
// fails with: args "while"
// Is a word a keyword?  The table is sorted, so bsearch can be used.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {
    "break", "do", "else", "for", "if", "return", "while"
};

#define NKEY (sizeof keywords / sizeof keywords[0] - 1)

static int compare(const void *key, const void *elem)
{
    return strcmp((const char *)key, *(const char *const *)elem);
}

int main(int argc, char **argv)
{
    const char *const *hit;

    if (argc != 2)
        return 2;
    hit = bsearch(argv[1], keywords, NKEY, sizeof keywords[0], compare);
    if (hit != NULL)
        assert(strcmp(*hit, argv[1]) == 0);
    if (strcmp(argv[1], "while") == 0 || strcmp(argv[1], "break") == 0)
        assert(hit != NULL);
    printf("%s: %s\n", argv[1], hit != NULL ? "keyword" : "name");
    return 0;
}
