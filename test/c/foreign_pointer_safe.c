// expect: safe; options: --arch 32
#include <assert.h>
struct item {
    struct item *next;
    int key;
};
extern struct item *outside(void);

int main(void)
{
    struct item *a = outside(), *b = outside();
    a->key = 1;
    b->key = 2;
    assert(a == b || a->key == 1 || (char *)b - (char *)a < 8);
    return 0;
}
