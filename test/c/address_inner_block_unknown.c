// expect: unknown
/* A pointer that is only compared is kept from one round to the next: its object is gone, and a new one may lie elsewhere. */
#include <assert.h>

int main(void)
{
    int *old = 0;
    for (int i = 0; i < 2; i++) {
        int x[4];
        if (old) assert(old == x);
        old = x;
    }
    return 0;
}
