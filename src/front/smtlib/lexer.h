#ifndef FRONT_SMTLIB_LEXER_H
#define FRONT_SMTLIB_LEXER_H

/* The tokens of SMT-LIB 2.6. A token points into the input, which needs no terminating NUL. */

#include <stddef.h>
#include <stdint.h>

typedef enum token_kind {
    TOKEN_END, /* of the input */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SYMBOL,
    TOKEN_QUOTED, /* |symbol|: the text is without the bars */
    TOKEN_KEYWORD, /* with the colon */
    TOKEN_NUMERAL,
    TOKEN_DECIMAL,
    TOKEN_HEX, /* the text is without #x */
    TOKEN_BINARY, /* the text is without #b */
    TOKEN_STRING, /* the text is without the outer quotes; inside, "" stands for " */
    TOKEN_BAD /* not a token: the text says what is wrong */
} token_kind;

typedef struct token {
    token_kind kind;
    uint32_t line, column; /* of its first byte, from 1; columns count bytes */
    const char *text;
    size_t length;
} token;

typedef struct lexer {
    const char *at, *end, *line_start;
    uint32_t line;
} lexer;

void lexer_init(lexer *l, const char *bytes, size_t length);
/* TOKEN_END comes again and again; nothing may be read after a TOKEN_BAD. */
token lexer_next(lexer *l);

#endif
