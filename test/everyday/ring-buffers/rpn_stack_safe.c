// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define DEPTH 6

static unsigned stack[DEPTH];
static int sp;

static int push(unsigned v)
{
    if (sp == DEPTH)
        return 0;
    stack[sp++] = v;
    return 1;
}

static unsigned pop(void)
{
    assert(sp > 0);
    return stack[--sp];
}

/* A tiny calculator: single digits and the operators + and *. */
int main(void)
{
    int c;

    while ((c = getchar()) != EOF && c != '\n') {
        if (isdigit(c)) {
            if (!push((unsigned)(c - '0'))) {
                puts("stack overflow");
                return 1;
            }
        } else if (c == '+' || c == '*') {
            unsigned a, b;

            if (sp < 2) {
                puts("stack underflow");
                return 1;
            }
            b = pop();
            a = pop();
            push(c == '+' ? a + b : a * b);
        }
    }
    if (sp == 1)
        printf("%u\n", pop());
    return 0;
}
