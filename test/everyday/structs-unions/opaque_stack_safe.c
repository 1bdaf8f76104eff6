// expect: safe
// A stack behind a handle; commands: '+' push, '-' pop, 'd' duplicate the top.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 4

typedef struct stack *stack_handle;

struct stack {
    int top;
    int item[MAX];
};

static stack_handle stack_new(void)
{
    return calloc(1, sizeof(struct stack));
}

static int stack_top(stack_handle s)
{
    assert(s->top > 0);
    return s->item[s->top - 1];
}

static void stack_push(stack_handle s, int x)
{
    if (s->top < MAX)
        s->item[s->top++] = x;
}

static void stack_pop(stack_handle s)
{
    if (s->top > 0)
        s->top--;
}

int main(void)
{
    stack_handle s = stack_new();
    int c, next = 0;

    if (s == NULL)
        return 1;
    while ((c = getchar()) != EOF) {
        if (c == '+') {
            stack_push(s, next);
            next = (next + 1) % 10;
        } else if (c == '-') {
            stack_pop(s);
        } else if (c == 'd') {
            if (s->top > 0)
                stack_push(s, stack_top(s));
        }
    }
    printf("%d on the stack\n", s->top);
    free(s);
    return 0;
}
