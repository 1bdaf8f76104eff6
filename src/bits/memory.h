#ifndef BITS_MEMORY_H
#define BITS_MEMORY_H

/* Values of a program's variables as circuits; arrays are what was stored in them, newest first, and where two ways meet, a choice. */

#include "bits/word.h"

typedef enum value_kind { VALUE_NONE, VALUE_BOOL, VALUE_WORD, VALUE_ARRAY } value_kind;
typedef struct value {
    value_kind kind;
    uint32_t id; /* of a literal, a word or an array */
} value;
#define NO_VALUE ((value){VALUE_NONE, 0})
static inline value value_of_lit(lit a) { return (value){VALUE_BOOL, a.id}; }
static inline value value_of_word(word a) { return word_is_none(a) ? NO_VALUE : (value){VALUE_WORD, a.id}; }
static inline lit value_lit(value v) { return (lit){v.id}; }
static inline word value_word(value v) { return v.kind == VALUE_WORD ? (word){v.id} : WORD_NONE; }
static inline bool value_is_equal(value a, value b) { return a.kind == b.kind && a.id == b.id; }
VEC_DECLARE(value_vec, value);

/* An input of the circuit: a variable's value, or an element of an array that is one. In the order in which they are made, which is that
 * of every run. */
typedef struct input {
    uint32_t first, end; /* nodes */
    value value;
    uint32_t origin; /* what asks for it, as the caller counts */
    word index; /* WORD_NONE: the input is no element */
} input;
VEC_DECLARE(input_vec, input);

typedef struct array_node array_node;
VEC_DECLARE(array_node_vec, array_node *);
typedef struct memory {
    circuit c;
    word_store words;
    array_node_vec arrays;
    input_vec inputs;
    u64_map reads; /* array and index -> element, where arrays meet */
    value_vec elements; /* of these reads */
    u32_vec stack;
    value_vec found; /* by array: of the read in progress */
    u32_vec mark;
    uint32_t epoch;
} memory;

void memory_init(memory *m);
void memory_release(memory *m);

enum { MEMORY_ELEMENT_WIDTH = 66 }; /* enough for every integer type and address */

/* New inputs. */
value memory_input_bool(memory *m, uint32_t origin);
value memory_input_word(memory *m, uint32_t width, bool is_natural, uint32_t origin);
value memory_input_array(memory *m, bool of_bool, uint32_t width, uint32_t origin); /* width: of its elements, wild words */

value memory_constant_array(memory *m, value element);
value memory_store(memory *m, value array, word index, value element);
value memory_read(memory *m, value array, word index);
/* NO_VALUE if it is too large, or one of them is none. */
value memory_ite(memory *m, lit condition, value a, value b);

#endif
