// expect: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    int v;
    struct node *prev, *next;
};

static struct node *first, *last;

static void append(int v)
{
    struct node *n = malloc(sizeof *n);

    if (n == NULL)
        return;
    n->v = v;
    n->next = NULL;
    n->prev = last;
    if (last != NULL)
        last->next = n;
    else
        first = n;
    last = n;
}

static void remove_node(struct node *n)
{
    if (n->prev != NULL)
        n->prev->next = n->next;
    else
        first = n->next;
    if (n->next != NULL)
        n->next->prev = n->prev;
    else
        last = n->prev;
    free(n);
}

static void check(void)
{
    struct node *n;

    assert((first == NULL) == (last == NULL));
    for (n = first; n != NULL; n = n->next) {
        if (n->next != NULL)
            assert(n->next->prev == n);
        else
            assert(n == last);
    }
}

int main(void)
{
    int i;

    for (i = 0; i < 5; i++) {
        if (!__VERIFIER_nondet_bool())
            append(__VERIFIER_nondet_int());
        else if (first != NULL)
            remove_node(__VERIFIER_nondet_bool() ? first : last);
        check();
    }
    while (first != NULL)
        remove_node(first);
    return 0;
}
