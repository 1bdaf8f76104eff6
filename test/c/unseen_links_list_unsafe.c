// expect: unsafe line 16
// It may store the addresses that it can reach.
#include <assert.h>

struct node {
    struct node *next;
    int value;
};

void reorder(struct node *first);

int main(void)
{
    struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1};
    reorder(&a);
    assert(a.next != &c);
    return 0;
}
