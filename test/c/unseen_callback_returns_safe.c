// expect: safe
#include <assert.h>

static int counter, is_given;

static int get(void)
{
    counter = 0;
    is_given = 1;
    return counter;
}

void use(int (*function)(void));

int main(void)
{
    use(get);
    assert(!is_given || counter == 0);
    return 0;
}
