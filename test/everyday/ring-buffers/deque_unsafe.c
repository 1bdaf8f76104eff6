// expect: unsafe line 26
// fails with: nondet 2
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define CAP 5

static int item[CAP];
static int first;               /* index of the front element */
static int count;

static void push_back(int v)
{
    if (count == CAP)
        return;
    item[(first + count) % CAP] = v;
    count++;
}

static void push_front(int v)
{
    if (count == CAP)
        return;
    first = (first - 1) % CAP;
    assert(first >= 0 && first < CAP);
    item[first] = v;
    count++;
}

static int pop_front(void)
{
    int v = item[first];

    first = (first + 1) % CAP;
    count--;
    return v;
}

static int pop_back(void)
{
    count--;
    return item[(first + count) % CAP];
}

int main(void)
{
    int sum = 0;

    for (;;) {
        int op = __VERIFIER_nondet_int();

        if (op == 1)
            push_back(1);
        else if (op == 2)
            push_front(2);
        else if (op == 3 && count > 0)
            sum = (sum + pop_front()) % 100;
        else if (op == 4 && count > 0)
            sum = (sum + pop_back()) % 100;
        else
            break;
        assert(count >= 0 && count <= CAP);
    }
    return sum;
}
