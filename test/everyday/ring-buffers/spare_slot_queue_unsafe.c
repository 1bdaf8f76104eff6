// expect: unsafe line 48
// fails with: stdin "+++---+++-"
#include <assert.h>
#include <stdio.h>

#define N 4                     /* one slot stays empty */

static int slot[N];
static int head, tail;          /* read at head, write at tail */

static int queue_size(void)
{
    return (tail - head) % N;
}

static int enqueue(int v)
{
    int next = (tail + 1) % N;

    if (next == head)
        return 0;
    slot[tail] = v;
    tail = next;
    return 1;
}

static int dequeue(int *v)
{
    if (head == tail)
        return 0;
    *v = slot[head];
    head = (head + 1) % N;
    return 1;
}

int main(void)
{
    int c, v;

    while ((c = getchar()) != EOF) {
        if (c == '+') {
            if (!enqueue(c))
                puts("full");
        } else if (c == '-') {
            if (!dequeue(&v))
                puts("empty");
        }
        assert(queue_size() >= 0 && queue_size() < N);
    }
    printf("%d left\n", queue_size());
    return 0;
}
