// expect: complete; unreachable: 27 28
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *add(struct node *list, int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n) exit(9);
    n->key = key;
    n->next = list;
    return n;
}

int main(void)
{
    struct node *list = NULL;
    int a[3] = {1, 2, 3}, *p = a;
    for (int i = 0; i < 3; i++) list = add(list, __VERIFIER_nondet_int());
    if (list->key == 5 && list->next->key == list->key + 1) return 1;
    p += 2;
    if (list->next->next->key == *p) return 2;
    if (*p != 3) return 3;
    if (list->next->next->next) return 4;
    return 0;
}
