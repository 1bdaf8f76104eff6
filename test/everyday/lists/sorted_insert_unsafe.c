// expect: unsafe line 44
// fails with: nondet 5, 3
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

/* Inserts a key so that the list stays in ascending order. */
static struct node *insert(struct node *head, int key)
{
    struct node *n = malloc(sizeof *n);
    struct node *p;

    if (n == NULL)
        return head;
    n->key = key;
    if (head == NULL) {
        n->next = head;
        return n;
    }
    p = head;
    while (p->next != NULL && p->next->key < key)
        p = p->next;
    n->next = p->next;
    p->next = n;
    return head;
}

int main(void)
{
    struct node *head = NULL;
    struct node *p;
    int i;

    for (i = 0; i < 4; i++)
        head = insert(head, __VERIFIER_nondet_int());

    for (p = head; p != NULL && p->next != NULL; p = p->next)
        assert(p->key <= p->next->key);

    while (head != NULL) {
        p = head->next;
        free(head);
        head = p;
    }
    return 0;
}
