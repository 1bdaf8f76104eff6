// expect: unsafe line 16; options: -v
// Also through the pointers that it finds there.
#include <assert.h>

struct node {
    struct node *next;
    int value;
};

void visit(struct node *list);

int main(void)
{
    struct node second = {0, 7}, first = {&second, 1}, other = {0, 7};
    visit(&first);
    assert(second.value == 7 && first.value == 1);
    return 0;
}
