// expect: unsafe line 31
// fails with: args "x" "axxb"
// Remove every occurrence of a character from a word.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void remove_all(char *s, char c)
{
    for (; *s != '\0'; s++) {
        if (*s == c) {
            memmove(s, s + 1, strlen(s + 1) + 1);
            if (*s == '\0')
                break;
        }
    }
}

int main(int argc, char **argv)
{
    char word[12];
    char c;

    if (argc != 3 || strlen(argv[1]) != 1)
        return 2;
    c = argv[1][0];
    if (strlen(argv[2]) >= sizeof word)
        return 1;
    strcpy(word, argv[2]);
    remove_all(word, c);
    assert(strchr(word, c) == NULL);
    puts(word);
    return 0;
}
