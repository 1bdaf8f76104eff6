// expect: unsafe line 24; options: --engine bits
// A list in memory that nobody has set before, of a length that the inputs choose.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    int n = 0, sum = 0;
    while (n < 4 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        p->value = n++;
        p->next = head;
        head = p;
    }
    for (struct node *p = head; p; p = p->next) sum += p->value;
    assert(2 * sum == n * (n + 1));
}
