// expect: unsafe line 63
// fails with: nondet 1, 7, 1, 8, 2
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *top;
static int depth;

static int push(int v)
{
    struct node *n = malloc(sizeof *n);

    if (n == NULL)
        return 0;
    n->value = v;
    n->next = top;
    top = n;
    depth++;
    return 1;
}

static void pop(void)
{
    struct node *n = top;

    if (n == NULL)
        return;
    top = n->next;
    if (top == NULL)
        depth = 0;
    free(n);
}

static int length(void)
{
    int len = 0;
    struct node *n;

    for (n = top; n != NULL; n = n->next)
        len++;
    return len;
}

int main(void)
{
    int i;

    for (i = 0; i < 6; i++) {
        int op = __VERIFIER_nondet_int();

        if (op == 1)
            push(__VERIFIER_nondet_int());
        else
            pop();
        assert(length() == depth);
    }
    while (top != NULL)
        pop();
    return 0;
}
