// expect: safe
#include <assert.h>
#include <stdio.h>

#define W 3

static int window[W];
static int pos;
static int filled;
static int sum;

static void add(int v)
{
    if (filled < W)
        filled++;
    else
        sum -= window[pos];         /* the oldest value leaves */
    window[pos] = v;
    sum += v;
    pos = (pos + 1) % W;
}

int main(void)
{
    int v;

    while (scanf("%4d", &v) == 1) {
        int i;
        int check = 0;

        if (v < 0)
            v = 0;
        add(v);
        for (i = 0; i < W; i++)
            check += window[i];
        assert(sum == check);
        printf("average %d\n", sum / W);
    }
    return 0;
}
