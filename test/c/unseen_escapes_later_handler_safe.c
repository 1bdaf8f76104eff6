// expect: safe
// The same with functions that are called back.
#include <assert.h>

static int events;

static void on_event(int *count) { events++; }

void set_handler(void (*handler)(int *), int *count);
void work(void);

int main(void)
{
    int count = 0, last;
    set_handler(on_event, &last);
    work();
    assert(count == 0);
    set_handler(on_event, &count);
    return 0;
}
