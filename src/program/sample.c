#include "program/sample.h"

#include "program/argument_list.h"
#include "program/interpret.h"
#include "program/seeded_random.h"
#include "program/text_source.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>
#include <string.h>

/* Most runs are short: one that does not end should not take the time of hundreds that do. */
enum { SHORT_STEPS = 20 * 1000, MEDIUM_STEPS = 1000 * 1000, MAX_STEPS = 20 * 1000 * 1000 };
enum { SHORT_RUNS = 100, MEDIUM_RUNS = 400, FIRST_LONG = 20, LONG_RUNS = 2, LONG_EVERY = 100, FIRST_MEDIUM = 7, MEDIUM_EVERY = 10 };

/* How a run chooses. */
typedef enum manner { NEAR_ZERO, ONES, SMALL, KNOWN, EXTREME, ANYTHING, MIXED, TEXT, MANNERS } manner;
enum { MORE_TEXTS = 4 }; /* there are many kinds of them */
enum { ODD_EVERY = 16 }; /* of so many runs, one has arguments that are no list of texts */

struct sampler {
    const program *p;
    term_store *ts;
    term_vec known; /* numerals in the program */
    uint64_t state; /* of the generator */
    seeded_random library; /* the C library's generator, in this run */
    const run_result *run; /* so far */
    manner manner;
    text_source *texts; /* for programs that read, or have arguments; otherwise NULL */
    bool reads;
    term_vec unset; /* variables that a run asks for before its first statement, in this order */
    size_t n_asked; /* of these, in this run */
    argument_list arguments; /* of this run */
    bool has_arguments; /* or argc and the rest are as any other input */
};

static uint64_t next_random(sampler *s)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return s->state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Inputs that are bytes of a text, or -1 or 0 at its end. */
static bool is_text(const stmt *asked_by)
{
    static const char *const NAMES[] = {"latch_input_stdin", "latch_input_file", "latch_input_variable"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && asked_by && asked_by->kind == STMT_INPUT; i++)
        if (!strcmp(asked_by->name, NAMES[i])) return true;
    return false;
}

static bool reads_text(const program *p)
{
    for (uint32_t f = 0; f < program_proc_count(p); f++)
        for (uint32_t b = 0; b < program_block_count(p, (proc){f}); b++)
            for (size_t i = 0; i < program_stmt_count(p, (proc){f}, (block){b}); i++)
                if (is_text(program_stmt(p, (proc){f}, (block){b}, i))) return true;
    return false;
}

static void collect_numerals(sampler *s)
{
    term_vec roots, all;
    term_vec_init(&roots);
    term_vec_init(&all);
    for (uint32_t f = 0; f < program_proc_count(s->p); f++)
        for (uint32_t b = 0; b < program_block_count(s->p, (proc){f}); b++) {
            for (size_t i = 0; i < program_stmt_count(s->p, (proc){f}, (block){b}); i++) {
                const stmt *st = program_stmt(s->p, (proc){f}, (block){b}, i);
                if (!term_is_none(st->value)) term_vec_push(&roots, st->value);
            }
            for (size_t i = 0; i < program_branch_count(s->p, (proc){f}, (block){b}); i++)
                term_vec_push(&roots, program_branch(s->p, (proc){f}, (block){b}, i).condition);
        }
    dag_subterms(s->ts, roots.data, roots.size, &all);
    for (size_t i = 0; i < all.size; i++)
        if (term_kind_of(s->ts, all.data[i]) == TERM_NUM && sort_kind_of(s->ts, term_sort(s->ts, all.data[i])) == SORT_INT)
            term_vec_push(&s->known, all.data[i]);
    term_vec_release(&roots);
    term_vec_release(&all);
}

static term add(term_store *ts, term a, int64_t b) { return term_mk_add2(ts, a, term_mk_int(ts, b)); }

static term known_number(sampler *s)
{
    if (!s->known.size) return term_mk_int(s->ts, 0);
    uint64_t r = next_random(s);
    return add(s->ts, s->known.data[(r >> 8) % s->known.size], (int64_t)(r % 3) - 1);
}

/* A number of the range, near its ends or anywhere. */
static term number_within(sampler *s, term low, term high, bool at_end)
{
    if (term_is_none(low) || term_is_none(high)) return term_mk_int(s->ts, (int64_t)(next_random(s) % 2001) - 1000);
    if (at_end) return next_random(s) & 1 ? low : high;
    rat width, offset;
    rat_init(&width);
    rat_init(&offset);
    rat_sub(&width, term_number(s->ts, high), term_number(s->ts, low));
    rat_set_int(&offset, (int64_t)(next_random(s) >> 1));
    rat_mod_euclid(&offset, &offset, &width);
    rat_add(&offset, &offset, term_number(s->ts, low));
    term result = term_mk_num(s->ts, &offset, sort_int(s->ts));
    rat_release(&width);
    rat_release(&offset);
    return result;
}

static term number_by(sampler *s, manner m, term low, term high)
{
    switch (m) {
    case NEAR_ZERO: return term_mk_int(s->ts, 0);
    case ONES: return term_mk_int(s->ts, 1);
    case SMALL: return term_mk_int(s->ts, (int64_t)(next_random(s) % 8) - 2);
    case KNOWN: return known_number(s);
    case EXTREME: return number_within(s, low, high, true);
    case ANYTHING: return number_within(s, low, high, low.id == high.id);
    default: return number_by(s, (manner)(next_random(s) % MIXED), low, high);
    }
}

static term clamp(const term_store *ts, term v, term low, term high)
{
    if (!term_is_none(low) && rat_cmp(term_number(ts, v), term_number(ts, low)) < 0) return low;
    return !term_is_none(high) && rat_cmp(term_number(ts, high), term_number(ts, v)) < 0 ? high : v;
}

/* Reading does not fail, what is opened is there, and nothing else is remarkable. */
static term choose_for_text(sampler *s, const stmt *asked_by, sort of, term low, term high)
{
    if (is_text(asked_by)) return clamp(s->ts, term_mk_int(s->ts, text_source_next(s->texts)), low, high);
    if (sort_kind_of(s->ts, of) != SORT_INT) return eval_default(s->ts, of);
    if (!asked_by || asked_by->kind != STMT_INPUT) return clamp(s->ts, term_mk_int(s->ts, 0), low, high);
    bool is_there = !strcmp(asked_by->name, "latch_input_open") || !strcmp(asked_by->name, "latch_input_getenv");
    if (is_there || !strcmp(asked_by->name, "latch_input_end")) return term_mk_int(s->ts, is_there);
    return clamp(s->ts, number_by(s, MIXED, low, high), low, high);
}

static term choose(void *user, const stmt *asked_by, sort of, term low, term high)
{
    sampler *s = user;
    if (seeded_random_is_asked(asked_by)) return term_mk_int(s->ts, seeded_random_next(&s->library, s->run));
    if (!asked_by) {
        latch_require(s->n_asked < s->unset.size);
        term variable = s->unset.data[s->n_asked++], value = s->has_arguments ? argument_list_value(&s->arguments, variable) : TERM_NONE;
        if (!term_is_none(value)) return value;
    }
    if (s->manner == TEXT) return choose_for_text(s, asked_by, of, low, high);
    if (sort_kind_of(s->ts, of) == SORT_INT) return clamp(s->ts, number_by(s, s->manner, low, high), low, high);
    if (sort_kind_of(s->ts, of) == SORT_BOOL) return s->manner == NEAR_ZERO || next_random(s) & 1 ? term_false(s->ts) : term_true(s->ts);
    bool of_numbers = sort_kind_of(s->ts, of) == SORT_ARRAY && sort_kind_of(s->ts, sort_array_element(s->ts, of)) == SORT_INT;
    if (!of_numbers || s->manner == NEAR_ZERO) return eval_default(s->ts, of);
    return term_mk_const_array(s->ts, of, term_mk_int(s->ts, (int64_t)(next_random(s) % 100)));
}

static void collect_unset(sampler *s)
{
    const term_vec *globals = program_globals(s->p), *params = program_params(s->p, program_entry(s->p));
    for (size_t i = 0; i < globals->size; i++)
        if (term_is_none(program_initial(s->p, globals->data[i]))) term_vec_push(&s->unset, globals->data[i]);
    term_vec_append(&s->unset, params->data, params->size);
}

sampler *sampler_new(const program *p)
{
    sampler *s = alloc_zeroed(1, sizeof *s);
    s->p = p;
    s->ts = program_terms(p);
    term_vec_init(&s->known);
    collect_numerals(s);
    s->reads = reads_text(p);
    if (s->reads || program_arguments(p)) s->texts = text_source_new(p, &s->known);
    argument_list_init(&s->arguments, p);
    collect_unset(s);
    return s;
}

void sampler_free(sampler *s)
{
    if (!s) return;
    text_source_free(s->texts);
    term_vec_release(&s->known);
    term_vec_release(&s->unset);
    argument_list_release(&s->arguments);
    free(s);
}

static manner manner_of(const sampler *s, uint32_t number)
{
    uint32_t kind = number % (s->reads ? MANNERS + MORE_TEXTS : TEXT);
    return kind < TEXT ? (manner)kind : TEXT;
}

static bool has_arguments(const sampler *s, uint32_t number) { return program_arguments(s->p) && number % ODD_EVERY; }

bool sampler_makes_texts(const sampler *s, uint32_t number)
{
    bool has_list = has_arguments(s, number), reads_texts = s->reads && manner_of(s, number) == TEXT;
    return (has_list || reads_texts) && (has_list || !program_arguments(s->p)) && (reads_texts || !s->reads);
}

static void make_arguments(sampler *s)
{
    enum { MOST = 4 };
    text one;
    text_init(&one);
    text_source_begin(s->texts, s->state);
    argument_list_clear(&s->arguments);
    for (uint64_t n = next_random(s) % (MOST + 1); n--;) {
        text_clear(&one);
        text_source_argument(s->texts, &one);
        argument_list_add(&s->arguments, one.data);
    }
    argument_list_finish(&s->arguments);
    text_release(&one);
}

void sampler_interpret(sampler *s, uint32_t number, interpret_options options, run_result *out)
{
    options.choose = choose;
    options.user = s;
    s->manner = manner_of(s, number);
    s->run = out;
    seeded_random_begin(&s->library);
    s->state = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    s->n_asked = 0;
    s->has_arguments = has_arguments(s, number);
    if (s->has_arguments) make_arguments(s);
    if (s->texts) text_source_begin(s->texts, s->state);
    interpret(s->p, &options, out);
}

/* A program that reads without end does so as long as it gets bytes, and only texts have an end. */
static size_t steps_of(const sampler *s, uint32_t number)
{
    uint32_t phase = number % LONG_EVERY;
    bool is_endless = s->reads && manner_of(s, number) != TEXT, is_long = phase >= FIRST_LONG && phase < FIRST_LONG + LONG_RUNS;
    if (is_endless) return is_long ? MEDIUM_STEPS : SHORT_STEPS;
    if (number >= MEDIUM_RUNS || is_long) return MAX_STEPS;
    return number >= SHORT_RUNS || number % MEDIUM_EVERY == FIRST_MEDIUM ? MEDIUM_STEPS : SHORT_STEPS;
}

bool sampler_run(sampler *s, uint32_t number, const limits *limit, goal *violated, term_vec *inputs, bool *is_last)
{
    interpret_options o = {.max_steps = steps_of(s, number), .limits = *limit};
    run_result r;
    run_result_init(&r);
    sampler_interpret(s, number, o, &r);
    if (r.end == RUN_OUT_OF_STEPS && !r.used.size && o.max_steps < MAX_STEPS) { /* so far there was nothing to choose */
        run_result_release(&r);
        run_result_init(&r);
        o.max_steps = MAX_STEPS;
        sampler_interpret(s, number, o, &r);
    }
    bool found = r.end == RUN_VIOLATED && program_goal(s->p, r.goal)->kind != GOAL_LIMIT;
    *violated = r.goal;
    *is_last = r.used.size == 0;
    for (size_t i = 0; found && i < r.used.size; i++) term_vec_push(inputs, r.used.data[i].value);
    run_result_release(&r);
    return found;
}
