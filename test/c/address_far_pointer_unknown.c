// expect: unknown
// An exclusive-or of two addresses that is kept as a pointer is near no object.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *link;
};

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->value = 1;
    b->value = 2;
    a->link = (struct node *)((uintptr_t)a ^ (uintptr_t)b);
    uintptr_t apart = (uintptr_t)a->link;
    assert(apart < 4096);
    free(a);
    free(b);
    return 0;
}
