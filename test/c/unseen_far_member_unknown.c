// expect: unknown
#include <assert.h>
/* The two members are 2^32 bytes apart: what points to one does not point to the other. (A program so large cannot be linked for a replay.) */
struct large {
    int near;
    char between[4294967292];
    int far;
};
static struct large x;
int *kept_near = &x.near;
int *kept_far = &x.far;
void unseen(int **, int **);
int main(void)
{
    x.near = x.far = 1;
    unseen(&kept_near, &kept_far);
    assert(*kept_far == 1);
    return 0;
}
