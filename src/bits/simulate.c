#include "bits/simulate.h"

#include "term/array_value.h"
#include "term/eval.h"

static term number_of(const unwound *u, word a, const u32_vec *values)
{
    rat n;
    rat_init(&n);
    word_value(&u->m.words, a, values, &n);
    term t = term_mk_num(program_terms(u->p), &n, sort_int(program_terms(u->p)));
    rat_release(&n);
    return t;
}

static term scalar_of(const unwound *u, value v, const u32_vec *values)
{
    return v.kind == VALUE_BOOL ? term_mk_bool(program_terms(u->p), circuit_value(values, value_lit(v))) : number_of(u, value_word(v), values);
}

/* ---- from a model to inputs ---- */

void simulate_model(unwound *u, sat *solver, const cnf *known, u32_vec *values)
{
    const circuit *c = &u->m.c;
    u32_vec_clear(values);
    for (size_t i = 0; i < u->m.inputs.size; i++) {
        const input *x = &u->m.inputs.data[i];
        circuit_evaluate(c, x->first, values);
        for (uint32_t node = x->first; node < x->end; node++)
            u32_vec_push(values, node < known->is_done.size && known->is_done.data[node] && sat_is_true(solver, (int)node));
    }
    circuit_evaluate(c, (uint32_t)circuit_size(c), values);
}

/* The array that was asked for by `origin`: its elements are the inputs from `from` on that belong to it, the first one at an index
 * being the one that counts. */
static term array_of(const unwound *u, size_t from, uint32_t origin, sort s, const u32_vec *values)
{
    term_store *ts = program_terms(u->p);
    array_entry_vec entries;
    array_entry_vec_init(&entries);
    for (size_t i = from; i < u->m.inputs.size; i++) {
        const input *x = &u->m.inputs.data[i];
        if (x->origin != origin || word_is_none(x->index)) continue;
        array_entries_add(&entries, number_of(u, x->index, values), scalar_of(u, x->value, values));
    }
    term t = array_value_make(ts, s, eval_default(ts, sort_array_element(ts, s)), &entries);
    array_entry_vec_release(&entries);
    return t;
}

static term asked_variable(const unwound *u, uint32_t origin)
{
    const request *r = &u->requests.data[origin];
    if (r->asked_by) return r->asked_by->target;
    const term_vec *globals = program_globals(u->p), *params = program_params(u->p, program_entry(u->p));
    for (size_t i = 0; i < globals->size; i++)
        if (term_is_none(program_initial(u->p, globals->data[i])) && !origin--) return globals->data[i];
    return params->data[origin];
}

void simulate_inputs(const unwound *u, const u32_vec *values, term_vec *out)
{
    const term_store *ts = program_terms(u->p);
    for (size_t i = 0; i < u->m.inputs.size; i++) {
        const input *x = &u->m.inputs.data[i];
        if (!word_is_none(x->index) || !circuit_value(values, u->requests.data[x->origin].is_asked)) continue;
        if (x->value.kind == VALUE_ARRAY) term_vec_push(out, array_of(u, i, x->origin, term_sort(ts, asked_variable(u, x->origin)), values));
        else term_vec_push(out, scalar_of(u, x->value, values));
    }
}

/* ---- a run of the interpreter ---- */

typedef struct simulation {
    const unwound *u;
    const run_result *run;
    size_t used; /* of the run's inputs */
    term_vec given; /* by request: the value; TERM_NONE: it was not asked for */
    u32_vec values;
    evaluator *reader;
} simulation;

/* The number's bits, as the input's nodes have them. False: there are too few of them. */
static bool give_number(simulation *s, const input *x, term number)
{
    const rat *n = term_number(program_terms(s->u->p), number);
    uint32_t width = x->end - x->first;
    rat back;
    rat_init(&back);
    rat_set_pow2(&back, width);
    rat_mod_euclid(&back, n, &back);
    for (uint32_t i = 0; i < width; i++) u32_vec_push(&s->values, rat_bit_test(&back, i));
    word_value(&s->u->m.words, value_word(x->value), &s->values, &back);
    bool fits = rat_is_equal(&back, n);
    rat_release(&back);
    return fits;
}

static bool give_scalar(simulation *s, const input *x, term scalar)
{
    const term_store *ts = program_terms(s->u->p);
    if (x->value.kind != VALUE_BOOL) return give_number(s, x, scalar);
    u32_vec_push(&s->values, term_is_equal(scalar, term_true(ts)));
    return true;
}

/* The next input of the run, or NULL and what is wrong. */
static const char *give_requested(simulation *s, const input *x)
{
    const request *r = &s->u->requests.data[x->origin];
    bool is_asked = circuit_value(&s->values, r->is_asked);
    term given = TERM_NONE;
    if (is_asked) {
        if (s->used == s->run->used.size || s->run->used.data[s->used].asked_by != r->asked_by) return "it asks for other inputs";
        given = s->run->used.data[s->used++].value;
    }
    s->given.data[x->origin] = given;
    if (x->value.kind == VALUE_ARRAY) return NULL;
    if (is_asked) return give_scalar(s, x, given) ? NULL : "an input has more bits";
    for (uint32_t node = x->first; node < x->end; node++) u32_vec_push(&s->values, 0);
    return NULL;
}

static const char *give_element(simulation *s, const input *x)
{
    term_store *ts = program_terms(s->u->p);
    term array = s->given.data[x->origin];
    if (!term_is_none(array)) {
        term element = evaluator_eval(s->reader, term_mk_select(ts, array, number_of(s->u, x->index, &s->values)), NULL);
        return give_scalar(s, x, element) ? NULL : "an element has more bits";
    }
    for (uint32_t node = x->first; node < x->end; node++) u32_vec_push(&s->values, 0);
    return NULL;
}

static const char *give_inputs(simulation *s)
{
    const char *wrong = NULL;
    for (size_t i = 0; i < s->u->m.inputs.size && !wrong; i++) {
        const input *x = &s->u->m.inputs.data[i];
        circuit_evaluate(&s->u->m.c, x->first, &s->values);
        wrong = word_is_none(x->index) ? give_requested(s, x) : give_element(s, x);
    }
    circuit_evaluate(&s->u->m.c, (uint32_t)circuit_size(&s->u->m.c), &s->values);
    return wrong;
}

static bool has_ending(const simulation *s)
{
    for (size_t i = 0; i < s->u->endings.size; i++)
        if (circuit_value(&s->values, s->u->endings.data[i].is_taken)) return true;
    return false;
}

/* Of what the run did: the circuit does the same. */
static const char *compare(const simulation *s)
{
    bool is_violated = false;
    for (size_t i = 0; i < s->u->duties.size; i++) {
        const duty *d = &s->u->duties.data[i];
        if (!circuit_value(&s->values, d->is_missed)) continue;
        if (d->kind == DUTY_CUT) return NULL; /* it is no more about this run */
        if (d->kind != DUTY_GOAL || s->run->end != RUN_VIOLATED || d->goal.id != s->run->goal.id) return "it does what the program does not";
        is_violated = true;
    }
    bool ends = s->run->end == RUN_RETURNED || s->run->end == RUN_EXITED;
    if (is_violated != (s->run->end == RUN_VIOLATED)) return "it does not see a violation";
    if (ends != has_ending(s)) return "it ends otherwise";
    return s->used == s->run->used.size ? NULL : "it asks for fewer inputs";
}

const char *simulate_run(const unwound *u, const run_result *run)
{
    bool is_whole = run->end == RUN_RETURNED || run->end == RUN_EXITED || run->end == RUN_VIOLATED || run->end == RUN_BLOCKED;
    if (!is_whole) return NULL;
    simulation s = {.u = u, .run = run, .reader = evaluator_new(program_terms(u->p))};
    for (size_t i = 0; i < u->requests.size; i++) term_vec_push(&s.given, TERM_NONE);
    const char *wrong = give_inputs(&s);
    if (!wrong) wrong = compare(&s);
    term_vec_release(&s.given);
    u32_vec_release(&s.values);
    evaluator_free(s.reader);
    return wrong;
}
