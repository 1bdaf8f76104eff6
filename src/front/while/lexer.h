#ifndef FRONT_WHILE_LEXER_H
#define FRONT_WHILE_LEXER_H

/* Tokens of the `while` language. A comment goes from `//` to the end of its line; a token knows the comments before it. */

#include "base/vec.h"

typedef enum while_token_kind { TOKEN_END, TOKEN_NAME, TOKEN_WORD, TOKEN_NUMBER, TOKEN_SIGN, TOKEN_WRONG } while_token_kind; /* WORD: reserved */

typedef struct while_comment {
    const char *at; /* with its `//` */
    size_t length;
    uint32_t line;
} while_comment;
VEC_DECLARE(while_comment_vec, while_comment);

typedef struct while_token {
    while_token_kind kind;
    uint32_t line, column;
    const char *at;
    size_t length;
    size_t first_comment, n_comments; /* in while_lexer.comments: those before it */
} while_token;

typedef struct while_lexer {
    const char *at, *end, *line_start;
    uint32_t line;
    while_comment_vec comments;
} while_lexer;

void while_lexer_init(while_lexer *l, const char *bytes, size_t length); /* borrowed */
void while_lexer_release(while_lexer *l);
while_token while_lexer_next(while_lexer *l);
bool while_token_is(const while_token *t, const char *what); /* a reserved word or a sign */

#endif
