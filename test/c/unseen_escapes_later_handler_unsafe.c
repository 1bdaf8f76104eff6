// expect: unsafe line 19
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
    set_handler(on_event, &count);
    work();
    assert(count == 0);
    return 0;
}
