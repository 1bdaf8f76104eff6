// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX 12

/* Palindrome test that skips everything but letters and digits. */
static int is_palindrome(const char *s, int n)
{
    int i = 0, j = n - 1;

    while (i < j) {
        unsigned char a = (unsigned char)s[i];
        unsigned char b = (unsigned char)s[j];

        if (!isalnum(a)) {
            i++;
        } else if (!isalnum(b)) {
            j--;
        } else if (tolower(a) != tolower(b)) {
            return 0;
        } else {
            i++;
            j--;
        }
    }
    return 1;
}

/* The simple way: clean the text first. */
static int is_palindrome_slow(const char *s)
{
    char clean[MAX + 1];
    int n = 0, i;

    for (; *s != '\0'; s++)
        if (isalnum((unsigned char)*s))
            clean[n++] = (char)tolower((unsigned char)*s);
    for (i = 0; i < n / 2; i++)
        if (clean[i] != clean[n - 1 - i])
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    int yes;

    if (argc < 2 || strlen(argv[1]) > MAX)
        return 1;
    yes = is_palindrome(argv[1], (int)strlen(argv[1]));
    assert(yes == is_palindrome_slow(argv[1]));
    puts(yes ? "palindrome" : "no palindrome");
    return 0;
}
