// expect: unknown
// The handler is not yet known to what is called first: a replay must not call it there. (The program is right; the analysis does not see that.)
#include <assert.h>

static int is_ready;

static void on_event(void)
{
    assert(is_ready);
}

void prepare(void);
void set_handler(void (*handler)(void));

int main(void)
{
    prepare();
    is_ready = 1;
    set_handler(on_event);
    return 0;
}
