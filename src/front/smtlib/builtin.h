#ifndef FRONT_SMTLIB_BUILTIN_H
#define FRONT_SMTLIB_BUILTIN_H

/* The functions of SMT-LIB's theories: sorts of arguments checked, Int widened to Real where one argument is Real. */

#include "front/smtlib/parser.h"

typedef enum builtin {
#define BUILTIN(id, name, min, max) BUILTIN_##id,
#include "front/smtlib/builtin.def"
#undef BUILTIN
    BUILTINS
} builtin;

void builtin_intern(parser *p);
/* A name that a script may not declare. Synonyms outside the standard are no such names. */
bool builtin_is_reserved(uint32_t name);
const char *builtin_name(builtin b);

/* The built-in `b` on the arguments, which it may change. line and column are the application's, for messages. */
bool builtin_apply(parser *p, builtin b, term *args, size_t n, uint32_t line, uint32_t column, term *out);

/* An identifier with numerals: (_ extract 7 0). */
typedef enum indexed_id {
    INDEXED_EXTRACT,
    INDEXED_ZERO_EXTEND,
    INDEXED_SIGN_EXTEND,
    INDEXED_REPEAT,
    INDEXED_ROTATE_LEFT,
    INDEXED_ROTATE_RIGHT,
    INDEXED_INT_TO_BV,
    INDEXED_DIVISIBLE,
    INDEXED_IDS
} indexed_id;
typedef struct indexed {
    indexed_id id;
    uint32_t index[2];
} indexed;
/* Consumes the name and the numerals, after "(_", up to the ')'. */
bool builtin_read_indexed(parser *p, indexed *out);
bool builtin_apply_indexed(parser *p, indexed f, term *args, size_t n, uint32_t line, uint32_t column, term *out);

/* "WHAT: expected EXPECTED, found <the sort of t>"; always false. */
bool builtin_sort_error(parser *p, uint32_t line, uint32_t column, const char *what, const char *expected, term t);

#endif
