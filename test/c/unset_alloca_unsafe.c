// expect: unsafe line 11; options: --arch 32
#include <alloca.h>
#include <assert.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int *p = alloca(3 * sizeof *p);
        p[0] = i;
        if (i == 0 && p[1] != 5) return 0;
        assert(i == 0 || p[1] != 6);
    }
    return 0;
}
