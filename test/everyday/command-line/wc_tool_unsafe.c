// expect: unsafe line 33
// fails with: stdin "a\001\n"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

struct counts {
    unsigned long lines, letters, digits, spaces, others, total;
};

static void count(struct counts *k, int c)
{
    k->total++;
    if (c == '\n')
        k->lines++;
    if (isalpha(c))
        k->letters++;
    else if (isdigit(c))
        k->digits++;
    else if (isspace(c))
        k->spaces++;
    else if (ispunct(c))
        k->others++;
}

int main(void)
{
    struct counts k = { 0, 0, 0, 0, 0, 0 };
    int c;

    while ((c = getchar()) != EOF)
        count(&k, c);
    assert(k.letters + k.digits + k.spaces + k.others == k.total);
    printf("%lu lines, %lu characters\n", k.lines, k.total);
    return 0;
}
