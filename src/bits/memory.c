#include "bits/memory.h"

#include <stdlib.h>

typedef struct known_element {
    word index;
    value element;
} known_element;
VEC_DECLARE(known_element_vec, known_element);

typedef enum array_kind { ARRAY_CONSTANT, ARRAY_INPUT, ARRAY_STORE, ARRAY_ITE } array_kind;
struct array_node {
    array_kind kind;
    uint32_t a, b; /* STORE: the array before; ITE: both */
    lit condition; /* ITE */
    word index; /* STORE */
    value element; /* STORE, CONSTANT */
    bool of_bool; /* INPUT */
    uint32_t width; /* INPUT: of its elements */
    uint32_t origin; /* INPUT */
    known_element_vec known; /* INPUT: what has been read, each one equal to those before it at the same index */
};

void memory_init(memory *m)
{
    memset(m, 0, sizeof *m);
    circuit_init(&m->c);
    word_store_init(&m->words, &m->c);
}

void memory_release(memory *m)
{
    for (size_t i = 0; i < m->arrays.size; i++) {
        known_element_vec_release(&m->arrays.data[i]->known);
        free(m->arrays.data[i]);
    }
    array_node_vec_release(&m->arrays);
    input_vec_release(&m->inputs);
    u64_map_release(&m->reads);
    value_vec_release(&m->elements);
    value_vec_release(&m->found);
    u32_vec_release(&m->stack);
    u32_vec_release(&m->mark);
    word_store_release(&m->words);
    circuit_release(&m->c);
}

/* ---- inputs ---- */

/* `v` was just made, from the node `first` on. */
static value note_input(memory *m, uint32_t first, value v, uint32_t origin, word index)
{
    assert(first <= circuit_size(&m->c));
    input_vec_push(&m->inputs, (input){first, (uint32_t)circuit_size(&m->c), v, origin, index});
    return v;
}

value memory_input_bool(memory *m, uint32_t origin)
{
    uint32_t first = (uint32_t)circuit_size(&m->c);
    return note_input(m, first, value_of_lit(circuit_input(&m->c)), origin, WORD_NONE);
}

value memory_input_word(memory *m, uint32_t width, bool is_natural, uint32_t origin)
{
    uint32_t first = (uint32_t)circuit_size(&m->c);
    return note_input(m, first, value_of_word(word_input(&m->words, width, is_natural)), origin, WORD_NONE);
}

static value input_element(memory *m, const array_node *n, word index)
{
    uint32_t first = (uint32_t)circuit_size(&m->c);
    value v = n->of_bool ? value_of_lit(circuit_input(&m->c)) : value_of_word(word_wild(&m->words, n->width));
    return note_input(m, first, v, n->origin, index);
}

static value add_array(memory *m, array_node node)
{
    assert((node.kind != ARRAY_STORE && node.kind != ARRAY_ITE) || node.a < m->arrays.size); /* arrays are made of older ones */
    assert(node.kind != ARRAY_ITE || (node.b < m->arrays.size && !lit_is_constant(node.condition)));
    array_node *copy = alloc_zeroed(1, sizeof *copy);
    *copy = node;
    array_node_vec_push(&m->arrays, copy);
    return (value){VALUE_ARRAY, (uint32_t)m->arrays.size - 1};
}

value memory_input_array(memory *m, bool of_bool, uint32_t width, uint32_t origin)
{
    value v = add_array(m, (array_node){.kind = ARRAY_INPUT, .of_bool = of_bool, .width = width, .origin = origin});
    return note_input(m, (uint32_t)circuit_size(&m->c), v, origin, WORD_NONE);
}

/* ---- arrays ---- */

value memory_constant_array(memory *m, value element)
{
    return element.kind == VALUE_NONE ? NO_VALUE : add_array(m, (array_node){.kind = ARRAY_CONSTANT, .element = element});
}

value memory_store(memory *m, value array, word index, value element)
{
    if (array.kind != VALUE_ARRAY || word_is_none(index) || element.kind == VALUE_NONE) return NO_VALUE;
    return add_array(m, (array_node){.kind = ARRAY_STORE, .a = array.id, .index = index, .element = element});
}

value memory_ite(memory *m, lit condition, value a, value b)
{
    if (a.kind != b.kind || a.kind == VALUE_NONE) return NO_VALUE;
    if (value_is_equal(a, b)) return a;
    if (lit_is_constant(condition)) return condition.id ? a : b;
    switch (a.kind) {
    case VALUE_BOOL: return value_of_lit(circuit_ite(&m->c, condition, value_lit(a), value_lit(b)));
    case VALUE_WORD: return value_of_word(word_ite(&m->words, condition, value_word(a), value_word(b)));
    case VALUE_ARRAY: return add_array(m, (array_node){.kind = ARRAY_ITE, .a = a.id, .b = b.id, .condition = condition});
    case VALUE_NONE: break;
    }
    return NO_VALUE;
}

static value read_input(memory *m, array_node *n, word index)
{
    assert(n->kind == ARRAY_INPUT);
    for (size_t i = n->known.size; i--;)
        if (lit_is_equal(word_equals(&m->words, n->known.data[i].index, index), LIT_TRUE)) return n->known.data[i].element;
    value v = input_element(m, n, index);
    for (size_t i = 0; i < n->known.size && v.kind != VALUE_NONE; i++)
        v = memory_ite(m, word_equals(&m->words, n->known.data[i].index, index), n->known.data[i].element, v);
    known_element_vec_push(&n->known, (known_element){index, v});
    return v;
}

static uint64_t read_key(uint32_t array, word index) { return (uint64_t)array << 32 | index.id; }

static bool is_found(memory *m, uint32_t array, word index)
{
    if (m->mark.data[array] == m->epoch) return true;
    if (m->arrays.data[array]->kind != ARRAY_ITE) return false;
    const uint32_t *known = u64_map_find(&m->reads, read_key(array, index));
    if (!known) return false;
    m->mark.data[array] = m->epoch;
    assert(*known < m->elements.size);
    m->found.data[array] = m->elements.data[*known];
    return true;
}

static void set_found(memory *m, uint32_t array, word index, value v)
{
    assert(array < m->mark.size && array < m->found.size);
    m->mark.data[array] = m->epoch;
    m->found.data[array] = v;
    if (m->arrays.data[array]->kind != ARRAY_ITE) return;
    *u64_map_put(&m->reads, read_key(array, index), NULL) = (uint32_t)m->elements.size;
    value_vec_push(&m->elements, v);
}

/* The first array from this one on that may have been stored to at the index. */
static uint32_t skip_stores(memory *m, uint32_t array, word index, lit *here)
{
    for (;; array = m->arrays.data[array]->a) {
        *here = LIT_FALSE;
        if (m->arrays.data[array]->kind != ARRAY_STORE) return array;
        *here = word_equals(&m->words, m->arrays.data[array]->index, index);
        if (!lit_is_equal(*here, LIT_FALSE)) return array;
    }
}

/* False if what it needs is not found yet: that is on the stack then. */
static bool find_element(memory *m, uint32_t array, word index)
{
    lit here;
    uint32_t at = skip_stores(m, array, index, &here);
    array_node *n = m->arrays.data[at];
    if (at != array && !is_found(m, at, index)) {
        u32_vec_push(&m->stack, at);
        return false;
    }
    if (at != array) {
        set_found(m, array, index, m->found.data[at]);
    } else if (n->kind == ARRAY_CONSTANT || (n->kind == ARRAY_STORE && lit_is_equal(here, LIT_TRUE))) {
        set_found(m, array, index, n->element);
    } else if (n->kind == ARRAY_INPUT) {
        set_found(m, array, index, read_input(m, n, index));
    } else if (!is_found(m, n->a, index)) {
        u32_vec_push(&m->stack, n->a);
        return false;
    } else if (n->kind == ARRAY_STORE) {
        set_found(m, array, index, memory_ite(m, here, n->element, m->found.data[n->a]));
    } else if (!is_found(m, n->b, index)) {
        u32_vec_push(&m->stack, n->b);
        return false;
    } else {
        set_found(m, array, index, memory_ite(m, n->condition, m->found.data[n->a], m->found.data[n->b]));
    }
    return true;
}

static value read_one(memory *m, value array, word index)
{
    m->epoch++;
    while (m->found.size < m->arrays.size) {
        value_vec_push(&m->found, NO_VALUE);
        u32_vec_push(&m->mark, 0);
    }
    u32_vec_clear(&m->stack);
    u32_vec_push(&m->stack, array.id);
    while (m->stack.size) {
        uint32_t top = u32_vec_last(&m->stack);
        if (is_found(m, top, index) || find_element(m, top, index)) u32_vec_pop(&m->stack);
    }
    return m->found.data[array.id];
}

/* Where the index is one of a few numbers the element is the one at one of them: each of these is mostly known. */
value memory_read(memory *m, value array, word index)
{
    if (array.kind != VALUE_ARRAY || word_is_none(index)) return NO_VALUE;
    int64_t numbers[WORD_MAX_SET];
    word base = m->words.words.data[index.id].base, delta = m->words.words.data[index.id].delta;
    size_t n = word_numbers(&m->words, delta, numbers);
    if (n < 2) return read_one(m, array, index);
    value v = NO_VALUE;
    for (size_t i = 0; i < n; i++) {
        word number = word_int(&m->words, numbers[i]);
        value element = read_one(m, array, word_add(&m->words, base, number));
        v = i ? memory_ite(m, word_equals(&m->words, delta, number), element, v) : element;
    }
    return v;
}
