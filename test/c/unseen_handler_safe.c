// expect: safe
// It can call the handler, and nothing else changes the state.
#include <assert.h>

static int state;

static void on_event(int code)
{
    if (code == 42) state = 1;
}

void set_handler(void (*handler)(int));
void dispatch(void);

int main(void)
{
    set_handler(on_event);
    dispatch();
    assert(state == 0 || state == 1);
    return 0;
}
