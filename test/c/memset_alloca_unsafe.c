// expect: unsafe line 12
/* Every turn allocates another object, and fills only that. */
#include <assert.h>
#include <string.h>
int main(void)
{
    int *p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = memset(__builtin_alloca(4 * sizeof(int)), 0, 4 * sizeof(int));
        p[i][1] = i + 1;
    }
    assert(p[0][1] == 0);
    return 0;
}
