// expect: unsafe line 15; options: --arch 32
#include <assert.h>
struct item {
    struct item *next;
    int key;
};
extern struct item *outside(void);

int main(void)
{
    struct item *a = outside(), *b = outside();
    if (!a || !b || !a->next || a == a->next) return 0;
    a->key = 1;
    b->key = 2; /* may be the same */
    assert(a->next->key != 3 || a->key != 2);
    return 0;
}
