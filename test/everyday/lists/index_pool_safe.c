// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define POOL 4
#define NIL (-1)

/* A pool of nodes that are linked by their index. */
static struct {
    int value;
    int next;
} pool[POOL];

static int free_list;
static int used_list = NIL;
static int used;

static void init(void)
{
    int i;

    for (i = 0; i < POOL; i++)
        pool[i].next = i + 1 < POOL ? i + 1 : NIL;
    free_list = 0;
}

static int alloc_node(int value)
{
    int k = free_list;

    if (k == NIL)
        return NIL;
    free_list = pool[k].next;
    pool[k].value = value;
    pool[k].next = used_list;
    used_list = k;
    used++;
    return k;
}

static void release_last(void)
{
    int k = used_list;

    if (k == NIL)
        return;
    used_list = pool[k].next;
    pool[k].next = free_list;
    free_list = k;
    used--;
}

int main(void)
{
    int i;

    init();
    for (i = 0; i < 8; i++) {
        if (__VERIFIER_nondet_int() > 0)
            alloc_node(i);
        else
            release_last();
        assert(free_list >= NIL && free_list < POOL);
        assert(used >= 0 && used <= POOL);
    }
    return 0;
}
