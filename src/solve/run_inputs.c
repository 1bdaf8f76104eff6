#include "solve/run_inputs.h"

#include "base/map.h"
#include "front/smtlib/smtlib.h"
#include "term/eval.h"
#include "term/print.h"

#include <stdlib.h>
#include <string.h>

static replay_value value_for(const program *p, const stmt *s, term value)
{
    assert(s->kind == STMT_INPUT && s->name);
    const var_info *v = program_var(p, s->target);
    return (replay_value){.function = s->name, .value = value, .width = v->width, .is_signed = v->is_signed, .is_pointer = v->is_pointer,
                          .is_float = v->is_float};
}

void run_inputs_values(const program *p, const run_result *r, replay_value_vec *out)
{
    for (size_t i = 0; i < r->used.size; i++) {
        const stmt *s = r->used.data[i].asked_by;
        /* not a parameter of the entry, nor something that is never set */
        event_kind ignored;
        if (s && s->kind == STMT_INPUT && !event_kind_of(s->name, &ignored)) replay_value_vec_push(out, value_for(p, s, r->used.data[i].value));
    }
}

void run_inputs_events(const program *p, const run_result *r, event_vec *out)
{
    for (size_t i = 0, note = 0; i <= r->used.size; i++) {
        event e;
        for (; note < r->notes.size && r->notes.data[note].at <= i; note++)
            if (event_kind_of(r->notes.data[note].by->name, &e.kind)) event_vec_push(out, (event){e.kind, r->notes.data[note].value});
        const stmt *s = i < r->used.size ? r->used.data[i].asked_by : NULL;
        if (!s || s->kind != STMT_INPUT || !event_kind_of(s->name, &e.kind)) continue;
        if (rat_to_int64(term_number(program_terms(p), r->used.data[i].value), &e.value)) event_vec_push(out, e);
    }
}

static void add_functions_of(const program *p, proc f, string_map *seen, replay_value_vec *out)
{
    for (uint32_t b = 0; b < program_block_count(p, f); b++)
        for (size_t i = 0; i < program_stmt_count(p, f, (block){b}); i++) {
            const stmt *s = program_stmt(p, f, (block){b}, i);
            bool added = false;
            event_kind ignored;
            if (s->kind == STMT_INPUT && !event_kind_of(s->name, &ignored)) string_map_put(seen, s->name, &added);
            if (added) replay_value_vec_push(out, value_for(p, s, TERM_NONE));
        }
}

void run_inputs_functions(const program *p, replay_value_vec *out)
{
    string_map seen;
    string_map_init(&seen);
    for (uint32_t f = 0; f < program_proc_count(p); f++) add_functions_of(p, (proc){f}, &seen, out);
    string_map_release(&seen);
}

/* Where the parameters of the entry are among the inputs of a run. */
static size_t first_parameter(const program *p)
{
    const term_vec *globals = program_globals(p);
    size_t first = 0;
    for (size_t i = 0; i < globals->size; i++) first += term_is_none(program_initial(p, globals->data[i]));
    return first;
}

int64_t run_inputs_argc(const program *p, const char *entry, const run_result *r)
{
    size_t first = first_parameter(p);
    int64_t count = 0;
    if (!program_params(p, program_entry(p))->size || first >= r->used.size || strcmp(entry, "main")) return 0;
    assert(first < r->used.size);
    term value = r->used.data[first].value;
    bool is_number = term_kind_of(program_terms(p), value) == TERM_NUM && rat_to_int64(term_number(program_terms(p), value), &count);
    return is_number ? count : 0;
}

bool run_inputs_limit_argc(const program *p, const char *entry, term_vec *inputs, int64_t most)
{
    size_t first = first_parameter(p);
    int64_t count = 0;
    if (!program_params(p, program_entry(p))->size || first >= inputs->size || strcmp(entry, "main")) return false;
    term value = inputs->data[first];
    if (term_kind_of(program_terms(p), value) != TERM_NUM || !rat_to_int64(term_number(program_terms(p), value), &count) || count <= most) return false;
    assert(first < inputs->size && most < count);
    inputs->data[first] = term_mk_int(program_terms(p), most);
    return true;
}

bool run_inputs_are_plain(const program *p, const char *entry, const run_result *r)
{
    size_t first = first_parameter(p), after = first + program_params(p, program_entry(p))->size;
    if (strcmp(entry, "main")) return false;
    for (size_t i = 0; i < r->used.size; i++) {
        const stmt *s = r->used.data[i].asked_by;
        if ((s && s->kind == STMT_INPUT) || (i >= first && i < after)) continue;
        term value = r->used.data[i].value, zero = eval_default(program_terms(p), term_sort(program_terms(p), value));
        if (!term_is_equal(value, zero)) return false;
    }
    return true;
}

void run_inputs_print(const program *p, const term_vec *inputs, size_t number, text *out)
{
    text_printf(out, "%zu\n", number);
    for (size_t i = 0; i < inputs->size; i++) {
        print_term(out, program_terms(p), inputs->data[i]);
        text_addc(out, '\n');
    }
}

bool run_inputs_parse(const program *p, const text *message, term_vec *out, size_t *number)
{
    char *first;
    *number = strtoul(message->data, &first, 10);
    if (*first != '\n') return false;
    first++;
    diag error;
    diag_init(&error);
    bool ok = true;
    evaluator *values = evaluator_new(program_terms(p)); /* elsewhere the indices of an array may be in another order */
    for (const char *at = first, *end = message->data + message->size; at < end && ok;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        term value = smtlib_parse_term(program_terms(p), at, (size_t)(stop - at), NULL, 0, &error);
        ok = !error.message && !term_is_none(value);
        if (ok) term_vec_push(out, evaluator_eval(values, value, NULL));
        at = stop + 1;
    }
    evaluator_free(values);
    diag_release(&error);
    return ok;
}
