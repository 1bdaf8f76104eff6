#ifndef SOLVE_MESSAGE_H
#define SOLVE_MESSAGE_H

/* What processes tell each other through a channel, the writing end of a pipe: a kind, numbers and a text. messages.def has the kinds. The reader trusts
 * nothing: whatever is no message of a known kind with the numbers that belong to it is garbage, and ends what it came from. A message is taken
 * when all of it is there, never before. */

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum message_kind {
#define MESSAGE(name, numbers, what) MESSAGE_##name,
#include "solve/messages.def"
#undef MESSAGE
    MESSAGE_KINDS
} message_kind;

VEC_DECLARE(number_vec, int64_t);

typedef struct message {
    message_kind kind;
    number_vec numbers; /* as many as belong to the kind */
    text body;
} message;
void message_init(message *m);
void message_release(message *m);

/* In the child. Numbers as the kind wants them; does not return if nobody listens any more. */
void message_send(int channel, message_kind kind, const int64_t *numbers, size_t n, const char *bytes, size_t length);
void message_send_text(int channel, message_kind kind, const text *body); /* of a kind without numbers */

typedef enum inbox_state { INBOX_WAITS, INBOX_HAS_MESSAGE, INBOX_IS_GARBAGE } inbox_state;
/* Of what has been received: is there a whole message at its begin? */
inbox_state message_look(const text *inbox);
/* Moves it to *m. False if there is none. */
bool message_take(text *inbox, message *m);

#endif
