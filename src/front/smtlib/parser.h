#ifndef FRONT_SMTLIB_PARSER_H
#define FRONT_SMTLIB_PARSER_H

/* What the readers of this folder share: the input with one token of look-ahead, the names with what they mean, and the stacks of
 * the term reader. Nothing recurses on the input's nesting.
 *
 * Names are interned: a name is a small number. What a name means in a term's leaf position is its innermost binding (let,
 * quantifier, declare-var) or else its function of no arguments; in the head of an application it is its function or else the
 * built-in of that name. The built-in names are interned first, so that name i < BUILTINS is built-in i.
 *
 * A predicate's atom in a term is what clausify_atom makes; it cannot be confused with any variable. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/map.h"
#include "front/smtlib/frame.h"
#include "front/smtlib/lexer.h"
#include "horn/horn.h"
#include "term/datatype.h"

/* Bits of a bit-vector. The sum of the sizes of what a concatenation builds on its way is quadratic in its width. */
enum { PARSER_MAX_WIDTH = 1 << 14 };

typedef struct name_entry {
    const char *text; /* NUL-terminated, owned by the parser */
    uint32_t binding; /* 1 + index of the innermost binding; 0 = none */
    uint32_t function; /* 1 + index in functions; 0 = none */
    uint32_t sort; /* 1 + index in sorts; 0 = none */
} name_entry;
VEC_DECLARE(name_vec, name_entry);

typedef struct binding {
    uint32_t name;
    uint32_t hidden; /* the name's former `binding` */
    uint32_t scope; /* number of the let or quantifier it belongs to */
    term value;
} binding;
VEC_DECLARE(binding_vec, binding);

typedef enum function_kind {
    FUNCTION_MACRO, /* a formula over parameter symbols */
    FUNCTION_PRED,
    FUNCTION_CONSTRUCT,
    FUNCTION_FIELD, /* of a constructor's term */
    FUNCTION_UNINTERPRETED
} function_kind;

typedef struct function {
    function_kind kind;
    bool is_named; /* by (! t :named n), which is of use elsewhere only if t is closed */
    pred pred;
    term body;
    constructor constructor;
    uint32_t field;
    sort result; /* of an uninterpreted one */
    uint32_t name; /* set by parser_define */
    uint32_t first, arity; /* its sorts in param_sorts, its symbols (of a macro) in params */
} function;
VEC_DECLARE(function_vec, function);

typedef struct sort_definition {
    uint32_t arity;
    sort body; /* over placeholders, see sort_parse.c */
} sort_definition;
VEC_DECLARE(sort_definition_vec, sort_definition);

typedef struct slice {
    const char *text;
    size_t length;
} slice;
static inline uint64_t slice_hash(slice s) { return map_hash_bytes(s.text, s.length); }
static inline bool slice_is_equal(slice a, slice b) { return a.length == b.length && !memcmp(a.text, b.text, a.length); }
MAP_DECLARE(slice_map, slice, uint32_t, slice_hash, slice_is_equal);

typedef struct parser {
    lexer lexer;
    token token; /* the next one, not yet consumed */
    const char *file; /* borrowed, may be NULL */
    diag *error;
    const limits *limit; /* may be NULL */
    uint32_t tokens; /* consumed: when to look at the limit */
    term_store *ts;
    horn *problem; /* NULL while reading a single term */
    bool any_sort; /* an unknown sort name is an uninterpreted sort */

    arena arena;
    slice_map name_ids;
    name_vec names;
    binding_vec bindings;
    function_vec functions;
    sort_vec param_sorts;
    term_vec params;
    sort_definition_vec sorts;

    /* The term reader: open constructs, the values of their arguments so far, names of a let or quantifier being read. */
    frame_vec frames;
    term_vec values;
    u32_vec pending;
    uint32_t scopes;

    /* Symbols that stand for bound variables: the symbol's id to the number of the assertion that has it, to its name. */
    u32_map symbol_owner, symbol_name;
    uint32_t assertion; /* the current one's number, from 1 */
} parser;

void parser_init(parser *p, term_store *ts, const char *file, const char *bytes, size_t length, diag *error);
void parser_release(parser *p);

/* Sets the diagnostic; always false. */
bool parser_fail(parser *p, uint32_t line, uint32_t column, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* "expected WHAT, found <the next token>" */
bool parser_expected(parser *p, const char *what);
/* False on a malformed token or when the time is over. */
bool parser_advance(parser *p);
bool parser_open(parser *p); /* consumes '(' */
bool parser_close(parser *p); /* consumes ')' */
bool parser_is_symbol(const parser *p); /* the next token is one, quoted or not */
bool parser_is_word(const parser *p, const char *word); /* the next token is this symbol, not quoted */
bool parser_name(parser *p, const char *what, uint32_t *name); /* consumes a symbol */
bool parser_index(parser *p, uint32_t *value); /* consumes a numeral that fits */
/* Consumes one S-expression, whatever it is. */
bool parser_skip(parser *p);

uint32_t parser_intern(parser *p, const char *bytes, size_t length);
const char *parser_text(const parser *p, uint32_t name);
void parser_bind(parser *p, uint32_t name, term value);
void parser_unbind(parser *p, size_t count); /* drops bindings beyond `count` */
/* Makes the name mean a function from now on. False if it is taken. */
bool parser_define(parser *p, uint32_t name, function f, uint32_t line, uint32_t column);

/* Declares an uninterpreted function or constant, also in p->problem if there is one. */
bool parser_declare_function(parser *p, uint32_t name, const sort *args, size_t n, sort result, uint32_t line, uint32_t column);
void parser_know_functions(parser *p, const horn *h); /* those of h are known by their names */

/* sort_parse.c */
bool parser_sort(parser *p, sort *out);
bool parser_define_sort(parser *p); /* after the command's word, up to its ')' */
bool parser_declare_sort(parser *p);
bool parser_add_sort(parser *p, uint32_t name, sort s, uint32_t line, uint32_t column);

/* datatype_parse.c */
bool parser_declare_datatypes(parser *p); /* after the command's word, up to its ')' */
bool parser_declare_datatype(parser *p);
void parser_know_datatypes(parser *p); /* those of the store are known by their names */
bool parser_find_constructor(const parser *p, uint32_t name, constructor *out);
/* A part of the innermost construct, a match, has been read. Reads on; when it is complete it is the last value. */
bool parser_match_step(parser *p, bool *complete);

/* term_parse.c */
bool parser_term(parser *p, term *out);
/* The same, but Bool, and quantifiers that clausification would open at once are left out: their variables are free symbols of the
 * result, different from every other variable of this assertion. */
bool parser_assertion(parser *p, term *out);
/* A symbol for a variable, different from every other one that is alive in this assertion. It is `owner`'s from now on: an
 * assertion, or PARSER_GLOBAL if it belongs to all. */
#define PARSER_GLOBAL UINT32_MAX
term parser_symbol(parser *p, uint32_t name, sort s, uint32_t owner);
/* Consumes ((x S) ...): pushes names on `pending` and sorts on *sorts. */
bool parser_sorted_vars(parser *p, sort_vec *sorts);
/* Converts *t to sort s if Int to Real is all it takes. */
bool parser_coerce(parser *p, term *t, sort s);

#endif
