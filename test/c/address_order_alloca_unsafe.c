// expect: unsafe line 14
/* Memory from alloca lies wherever the machine puts it; stacks mostly grow downwards. */
#include <alloca.h>
#include <assert.h>
#include <stdint.h>
int main(void)
{
    char *p[2];
    for (int i = 0; i < 2; i++) {
        p[i] = alloca(16);
        p[i][0] = (char)i;
    }
    uintptr_t first = (uintptr_t)p[0], second = (uintptr_t)p[1];
    assert(first < second);
    return 0;
}
