// expect: unsafe line 56
// fails with: nondet 1, 4, 2, 3
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

/* Merges two ascending lists into one. */
static struct node *merge(struct node *a, struct node *b)
{
    struct node head;
    struct node *tail = &head;

    head.next = NULL;
    while (a != NULL && b != NULL) {
        if (a->key <= b->key) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = b;
    return head.next;
}

int main(void)
{
    struct node n[4];
    struct node *list, *p;
    int count = 0;
    int i;

    for (i = 0; i < 4; i++)
        n[i].key = __VERIFIER_nondet_int();
    if (n[0].key > n[1].key || n[2].key > n[3].key)
        return 0;
    n[0].next = &n[1];
    n[1].next = NULL;
    n[2].next = &n[3];
    n[3].next = NULL;

    list = merge(&n[0], &n[2]);
    for (p = list; p != NULL; p = p->next) {
        if (p->next != NULL)
            assert(p->key <= p->next->key);
        count++;
    }
    assert(count == 4);
    return 0;
}
