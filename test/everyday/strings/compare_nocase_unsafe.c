// expect: unsafe line 34
// fails with: args "ab" "ABC"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Compares two strings, upper and lower case are the same. */
static int compare(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        int x = tolower((unsigned char)*a);
        int y = tolower((unsigned char)*b);

        if (x != y)
            return x < y ? -1 : 1;
        a++;
        b++;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int r;

    if (argc != 3)
        return 1;
    if (strlen(argv[1]) > 10 || strlen(argv[2]) > 10)
        return 1;
    r = compare(argv[1], argv[2]);
    assert(r >= -1 && r <= 1);
    if (r == 0)
        assert(strlen(argv[1]) == strlen(argv[2]));
    printf("%s %c %s\n", argv[1], r < 0 ? '<' : r > 0 ? '>' : '=', argv[2]);
    return 0;
}
