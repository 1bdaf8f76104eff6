// expect: safe
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_RETRY 3

enum event { STOP, REPLY, TIMEOUT };
enum state { IDLE, WAITING, FAILED };

static enum state state;
static int retries;

static void send_request(void)
{
    assert(retries <= MAX_RETRY);
    printf("request, attempt %d\n", retries + 1);
    state = WAITING;
}

static void on_event(int ev)
{
    if (state != WAITING)
        return;
    if (ev == REPLY) {
        retries = 0;
        state = IDLE;
    } else if (ev == TIMEOUT) {
        if (retries == MAX_RETRY) {
            state = FAILED;
            return;
        }
        retries++;
        send_request();
    }
}

int main(void)
{
    int ev;

    send_request();
    while ((ev = __VERIFIER_nondet_int()) != STOP) {
        on_event(ev);
        if (state == IDLE)
            send_request();
        if (state == FAILED) {
            puts("giving up");
            return 1;
        }
    }
    return 0;
}
