// expect: safe
// Check that brackets are balanced.
#include <assert.h>
#include <stdio.h>

#define MAXDEPTH 8

static char stack[MAXDEPTH];
static int depth;

static int push(char c)
{
    if (depth == MAXDEPTH)
        return -1;
    stack[depth++] = c;
    return 0;
}

static char pop(void)
{
    assert(depth > 0);
    return stack[--depth];
}

int main(void)
{
    int c, bad = 0;

    while (!bad && (c = getchar()) != EOF) {
        switch (c) {
        case '(':
        case '[':
            bad = push((char)c) != 0;
            break;
        case ')':
            bad = depth == 0 || pop() != '(';
            break;
        case ']':
            bad = depth == 0 || pop() != '[';
            break;
        default:
            break;
        }
    }
    puts(bad || depth > 0 ? "unbalanced" : "ok");
    return bad || depth > 0;
}
