// expect: unsafe line 23
// fails with: nondet 7, 0, 120
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#define CAP 8

/* A line editor buffer: inserts a character at a position. */
static int insert(char *buf, int len, int pos, char c)
{
    int i;

    if (len >= CAP)
        return len;
    for (i = len; i > pos; i--)
        buf[i] = buf[i - 1];
    buf[pos] = c;
    len++;
    assert(len < CAP);
    buf[len] = '\0';
    return len;
}

int main(void)
{
    char buf[CAP] = "";
    int len = __VERIFIER_nondet_int();
    int pos = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_char();

    if (len < 0 || len >= CAP)
        return 0;
    if (pos < 0 || pos > len || c == '\0')
        return 0;
    memset(buf, '-', (size_t)len);
    buf[len] = '\0';
    len = insert(buf, len, pos, c);
    assert((int)strlen(buf) == len);
    printf("%s\n", buf);
    return 0;
}
