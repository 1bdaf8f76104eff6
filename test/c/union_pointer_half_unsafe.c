// expect: unsafe line 14
/* Nothing but a pointer is stored there: the number is a half of it, and no half is surely zero. */
#include <assert.h>

int main(void)
{
    int x = 0;
    union {
        void *pointer;
        unsigned half[2];
    } u;
    u.pointer = &x;
    x = 1;
    assert(u.half[1] == 0);
    return 0;
}
