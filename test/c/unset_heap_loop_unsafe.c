// expect: unsafe line 17
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);
    first->next->next = 0;
    int sum = 0;
    for (struct node *n = first; n; n = n->next) sum = 100 * sum + n->value;
    assert(sum != 1234 || first->value != 12);
    return 0;
}
