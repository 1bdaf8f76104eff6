// expect: unsafe line 51
// fails with: nondet 1, 1, 1, 2, 1, 3, 1, 4, 1, 5
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 4

struct ring {
    unsigned char data[SIZE];
    unsigned head;              /* next position to write */
    unsigned tail;              /* next position to read */
    unsigned count;
};

static int ring_put(struct ring *r, unsigned char b)
{
    if (r->count > SIZE)
        return 0;
    r->data[r->head] = b;
    r->head = (r->head + 1) % SIZE;
    r->count++;
    return 1;
}

static int ring_get(struct ring *r, unsigned char *b)
{
    if (r->count == 0)
        return 0;
    *b = r->data[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    r->count--;
    return 1;
}

int main(void)
{
    struct ring r = { { 0 }, 0, 0, 0 };
    unsigned char b;

    for (;;) {
        int op = __VERIFIER_nondet_int();

        if (op == 1)
            ring_put(&r, __VERIFIER_nondet_uchar());
        else if (op == 2)
            ring_get(&r, &b);
        else
            break;
        assert(r.count <= SIZE);
        assert(r.head < SIZE && r.tail < SIZE);
    }
    return 0;
}
