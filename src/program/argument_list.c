#include "program/argument_list.h"

#include "term/eval.h"

#include <string.h>

enum { ROOM = 256 };

static void set(argument_list *l, term variable, term value) { *u32_map_put(&l->values, variable.id, NULL) = value.id; }

static void store(argument_list *l, term array, int64_t address, int64_t value)
{
    term_store *ts = program_terms(l->p);
    term before = argument_list_value(l, array);
    set(l, array, eval_array_store(ts, before, term_mk_int(ts, address), term_mk_int(ts, value)));
}

static void store_bytes(argument_list *l, term array, int64_t address, int64_t value, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) store(l, array, address + i, value >> 8 * i & 255);
}

static void blank(argument_list *l, const term_vec *arrays)
{
    term_store *ts = program_terms(l->p);
    for (size_t i = 0; i < arrays->size; i++) set(l, arrays->data[i], eval_default(ts, term_sort(ts, arrays->data[i])));
}

void argument_list_init(argument_list *l, const program *p)
{
    *l = (argument_list){.p = p, .layout = program_arguments(p)};
    u32_map_init(&l->values);
}

void argument_list_release(argument_list *l) { u32_map_release(&l->values); }

void argument_list_clear(argument_list *l)
{
    latch_require(l->layout);
    u32_map_clear(&l->values);
    blank(l, &l->layout->words);
    blank(l, &l->layout->bytes);
    blank(l, &l->layout->texts);
    l->count = 0;
    l->end = l->layout->strings;
    argument_list_add(l, "program");
}

void argument_list_add(argument_list *l, const char *string)
{
    const argument_layout *a = l->layout;
    int64_t size = (int64_t)strlen(string) + 1, element = a->vector + l->count * a->pointer_bytes;
    for (size_t i = 0; i < a->words.size; i++) store(l, a->words.data[i], element, l->end);
    for (size_t i = 0; i < a->bytes.size; i++) store_bytes(l, a->bytes.data[i], element, l->end, a->pointer_bytes);
    for (size_t i = 0; i < a->texts.size; i++)
        for (int64_t k = 0; k < size - 1; k++) store(l, a->texts.data[i], l->end + k, string[k]);
    l->end += (size / ROOM + 1) * ROOM;
    l->count++;
}

void argument_list_finish(argument_list *l)
{
    term_store *ts = program_terms(l->p);
    set(l, l->layout->argc, term_mk_int(ts, l->count));
    set(l, l->layout->argv, term_mk_int(ts, l->layout->vector));
}

term argument_list_value(const argument_list *l, term variable)
{
    const uint32_t *value = u32_map_find(&l->values, variable.id);
    return value ? (term){*value} : TERM_NONE;
}
