// expect: unsafe line 18; options: -v
// pthread_once calls the function, and once only.
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int calls;

static void prepare(void)
{
    calls++;
}

int main(void)
{
    pthread_once(&control, prepare);
    pthread_once(&control, prepare);
    assert(calls == 0);
    return 0;
}
