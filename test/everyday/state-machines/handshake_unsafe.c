// expect: unsafe line 31
// fails with: nondet 1, 3
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, SYN_RECEIVED, ESTABLISHED };
enum packet { NONE, SYN, ACK, DATA, FIN };

static enum state state = CLOSED;
static int saw_syn, saw_ack;

static int receive(int packet)
{
    switch (packet) {
    case SYN:
        saw_syn = 1;
        saw_ack = 0;
        state = SYN_RECEIVED;
        return 1;
    case ACK:
        if (state != SYN_RECEIVED)
            return 0;
        saw_ack = 1;
        state = ESTABLISHED;
        return 1;
    case DATA:
        if (state == CLOSED)
            return 0;
        /* data needs a complete handshake */
        assert(saw_syn && saw_ack);
        return 1;
    case FIN:
        saw_syn = saw_ack = 0;
        state = CLOSED;
        return 1;
    default:
        return 0;
    }
}

int main(void)
{
    int packet;

    while ((packet = __VERIFIER_nondet_int()) != NONE)
        if (!receive(packet))
            break;
    return 0;
}
