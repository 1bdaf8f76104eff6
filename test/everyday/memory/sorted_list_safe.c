// expect: safe
// Insert numbers into a sorted linked list.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static int insert(struct node **head, int value)
{
    struct node *p, *n = malloc(sizeof *n);

    if (n == NULL)
        return -1;
    n->value = value;
    if (*head == NULL || (*head)->value >= value) {
        n->next = *head;
        *head = n;
        return 0;
    }
    p = *head;
    while (p->next != NULL && p->next->value < value)
        p = p->next;
    n->next = p->next;
    p->next = n;
    return 0;
}

int main(void)
{
    struct node *head = NULL, *n;
    int i;

    for (i = 0; i < 3; i++) {
        if (insert(&head, __VERIFIER_nondet_int()) != 0)
            break;
    }
    for (n = head; n != NULL && n->next != NULL; n = n->next)
        assert(n->value <= n->next->value);
    while (head != NULL) {
        n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
