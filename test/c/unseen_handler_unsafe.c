// expect: unsafe line 20
// A function that was registered may be called in any later call.
#include <assert.h>

static int state;

static void on_event(int code)
{
    if (code == 42) state++;
}

void set_handler(void (*handler)(int));
void dispatch(void);

int main(void)
{
    set_handler(on_event);
    state = 0;
    dispatch();
    assert(state != 2);
    return 0;
}
