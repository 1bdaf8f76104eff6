// expect: unsafe line 17
// fails with: stdin "abcd<e"
// A tiny line editor: '<' and '>' move, '-' deletes, others are inserted.
#include <assert.h>
#include <stdio.h>

#define CAP 4

static char buf[CAP];
static int gap_start = 0;
static int gap_end = CAP;

static void insert(char c)
{
    if (gap_start == CAP)
        return;
    assert(gap_start < gap_end);
    buf[gap_start++] = c;
}

static void left(void)
{
    if (gap_start > 0)
        buf[--gap_end] = buf[--gap_start];
}

static void right(void)
{
    if (gap_end < CAP)
        buf[gap_start++] = buf[gap_end++];
}

static void erase(void)
{
    if (gap_start > 0)
        gap_start--;
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF && c != '\n') {
        switch (c) {
        case '<': left(); break;
        case '>': right(); break;
        case '-': erase(); break;
        default: insert((char)c); break;
        }
    }
    printf("%.*s%.*s\n", gap_start, buf, CAP - gap_end, buf + gap_end);
    return 0;
}
