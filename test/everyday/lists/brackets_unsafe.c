// expect: unsafe line 59
// fails with: stdin "[}"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct open {
    int kind;
    struct open *below;
};

static struct open *stack;

static int push(int kind)
{
    struct open *o = malloc(sizeof *o);

    if (o == NULL)
        return 0;
    o->kind = kind;
    o->below = stack;
    stack = o;
    return 1;
}

static int pop(void)
{
    struct open *o = stack;
    int kind;

    if (o == NULL)
        return 0;
    kind = o->kind;
    stack = o->below;
    free(o);
    return kind;
}

static int partner(int c)
{
    return c == ')' ? '(' : '[';
}

int main(void)
{
    int c, n = 0, ok = 1;

    while (ok && n < 10 && (c = getchar()) != EOF && c != '\n') {
        n++;
        if (c == '(' || c == '[' || c == '{') {
            ok = push(c);
        } else if (c == ')' || c == ']' || c == '}') {
            int k = pop();

            if (k != partner(c)) {
                ok = 0;
                break;
            }
            assert(k + 1 == c || k + 2 == c);
        }
    }
    puts(ok && stack == NULL ? "balanced" : "not balanced");
    while (stack != NULL)
        pop();
    return 0;
}
