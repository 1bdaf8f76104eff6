// expect: unsafe line 19
#include <assert.h>

struct pair {
    char tag;
    long value;
    struct {
        unsigned low : 3, high : 5;
    } bits;
};

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct pair p;
        if (i == 0 && p.tag != 'a') return 0;
        if (i == 1 && p.tag != 'b') return 0;
        struct pair *q = &p;
        assert(q->value != 99 || q->bits.high != 21);
    }
    return 0;
}
