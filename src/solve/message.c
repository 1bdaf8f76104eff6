#include "solve/message.h"

#include <errno.h>
#include <unistd.h>

typedef struct header {
    uint32_t magic, kind;
    uint64_t n_numbers, length;
} header;

static const uint32_t MAGIC = 0x6863746c;
/* Nobody has more to say; a length above is garbage. */
static const uint64_t MOST_NUMBERS = (uint64_t)1 << 32, MOST_BYTES = (uint64_t)1 << 40;

enum { ANY_NUMBERS = -1 };
static const int NUMBERS[] = {
#define MESSAGE(name, numbers, what) numbers,
#include "solve/messages.def"
#undef MESSAGE
};

void message_init(message *m)
{
    m->kind = MESSAGE_KINDS;
    number_vec_init(&m->numbers);
    text_init(&m->body);
}

void message_release(message *m)
{
    number_vec_release(&m->numbers);
    text_release(&m->body);
}

static void write_all(int channel, const void *bytes, size_t length)
{
    for (const char *at = bytes; length;) {
        ssize_t n = write(channel, at, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(1);
        at += n;
        length -= (size_t)n;
    }
}

static bool fits(message_kind kind, uint64_t n_numbers) { return NUMBERS[kind] == ANY_NUMBERS || n_numbers == (uint64_t)NUMBERS[kind]; }

void message_send(int channel, message_kind kind, const int64_t *numbers, size_t n, const char *bytes, size_t length)
{
    assert(kind < MESSAGE_KINDS && fits(kind, n));
    assert((numbers || !n) && (bytes || !length));
    header h = {.magic = MAGIC, .kind = kind, .n_numbers = n, .length = length};
    write_all(channel, &h, sizeof h);
    write_all(channel, numbers, n * sizeof *numbers);
    write_all(channel, bytes, length);
}

void message_send_text(int channel, message_kind kind, const text *body) { message_send(channel, kind, NULL, 0, body->data, body->size); }

static bool is_sound(const header *h)
{
    return h->magic == MAGIC && h->kind < MESSAGE_KINDS && h->n_numbers <= MOST_NUMBERS && h->length <= MOST_BYTES && fits(h->kind, h->n_numbers);
}

static size_t size_of(const header *h) { return sizeof *h + h->n_numbers * sizeof(int64_t) + h->length; }

inbox_state message_look(const text *inbox)
{
    header h;
    if (inbox->size < sizeof h) return INBOX_WAITS;
    memcpy(&h, inbox->data, sizeof h);
    if (!is_sound(&h)) return INBOX_IS_GARBAGE;
    return inbox->size >= size_of(&h) ? INBOX_HAS_MESSAGE : INBOX_WAITS;
}

bool message_take(text *inbox, message *m)
{
    if (message_look(inbox) != INBOX_HAS_MESSAGE) return false;
    header h;
    memcpy(&h, inbox->data, sizeof h);
    m->kind = h.kind;
    number_vec_clear(&m->numbers);
    number_vec_reserve(&m->numbers, h.n_numbers);
    m->numbers.size = h.n_numbers;
    if (h.n_numbers) memcpy(m->numbers.data, inbox->data + sizeof h, h.n_numbers * sizeof(int64_t));
    text_clear(&m->body);
    text_add(&m->body, inbox->data + size_of(&h) - h.length, h.length);
    assert(m->body.size == h.length && inbox->size >= size_of(&h));
    size_t rest = inbox->size - size_of(&h);
    memmove(inbox->data, inbox->data + size_of(&h), rest + 1);
    inbox->size = rest;
    assert(!inbox->data[rest]);
    return true;
}
