// expect: unsafe line 12
/* The other arguments of a recursive call are those before the copy of the structure is made. */
#include <assert.h>
struct state {
    int step;
    int unused[10];
};

static int walk(struct state s, int before, int depth)
{
    if (!depth) {
        assert(before == s.step);
        return 0;
    }
    struct state next = s;
    next.step = s.step + 1;
    return walk(next, s.step, depth - 1);
}

int main(void)
{
    struct state s = {1, {0}};
    return walk(s, 0, 2);
}
