#include "report/c_report.h"

#include "base/ieee.h"
#include "base/map.h"
#include "program/interpret.h"
#include "solve/run_inputs.h"
#include "term/dag.h"
#include "term/print.h"
#include "validate/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the source ---- */

typedef struct source {
    char *name;
    char *bytes; /* NULL if it cannot be read */
    size_vec lines; /* where each begins */
} source;
VEC_DECLARE(source_vec, source);

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) return NULL;
    text t;
    text_init(&t);
    char buffer[1 << 14];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;) text_add(&t, buffer, n);
    fclose(f);
    return text_take(&t);
}

static const source *source_of(source_vec *all, const char *name)
{
    for (size_t i = 0; i < all->size; i++)
        if (!strcmp(all->data[i].name, name)) return &all->data[i];
    source s = {.name = alloc_string(name, strlen(name)), .bytes = read_file(name)};
    size_vec_init(&s.lines);
    if (s.bytes) size_vec_push(&s.lines, 0);
    for (size_t i = 0; s.bytes && s.bytes[i]; i++)
        if (s.bytes[i] == '\n') size_vec_push(&s.lines, i + 1);
    source_vec_push(all, s);
    return &all->data[all->size - 1];
}

static void print_source_line(text *out, source_vec *all, place at)
{
    enum { LONGEST = 70 };
    const source *s = at.file ? source_of(all, at.file) : NULL;
    if (!s || !at.line || at.line > s->lines.size) return;
    assert(s->bytes); /* a file that cannot be read has no lines */
    const char *line = s->bytes + s->lines.data[at.line - 1];
    line += strspn(line, " \t");
    size_t length = strcspn(line, "\n");
    text_printf(out, "%.*s%s", (int)(length > LONGEST ? LONGEST : length), line, length > LONGEST ? "..." : "");
}

static void release_sources(source_vec *all)
{
    for (size_t i = 0; i < all->size; i++) {
        free(all->data[i].name);
        free(all->data[i].bytes);
        size_vec_release(&all->data[i].lines);
    }
    source_vec_release(all);
}

static void print_place(text *out, place at)
{
    if (at.file)
        text_printf(out, "%s:%u: ", at.file, at.line);
    else
        text_adds(out, "?: ");
}

/* ---- goals and assumptions ---- */

void c_report_goals(text *out, const program *p, const program_outcome *o, bool only_open, size_t most)
{
    assert(o->verdicts || !program_goal_count(p));
    size_t shown = 0, left = 0;
    for (uint32_t i = 0; i < program_goal_count(p); i++) {
        const goal_info *g = program_goal(p, (goal){i});
        bool is_proved = goal_verdict_is_proof(o->verdicts[i]);
        if (is_proved && (only_open || g->kind == GOAL_LIMIT)) continue;
        if (shown == most) {
            left++;
            continue;
        }
        shown++;
        print_place(out, g->place);
        text_printf(out, "%s: %s: %s\n", goal_kind_name(g->kind), g->message,
                    o->verdicts[i] == GOAL_VIOLATED ? "VIOLATED" : goal_verdict_name(o->verdicts[i]));
    }
    if (left) text_printf(out, "... and %zu more goals\n", left);
}

void c_report_assumptions(text *out, const program *p)
{
    for (size_t i = 0; i < program_assumption_count(p); i++) {
        place at;
        const char *what = program_assumption(p, i, &at);
        if (at.file) print_place(out, at);
        text_printf(out, "assumption: %s\n", what);
    }
}

void c_report_note(text *out, const program *p)
{
    if (program_goal_count(p)) return;
    text_adds(out, "there is nothing to check: the code that runs has no assertion that could fail, and nothing else that was asked for; --check offers");
    for (int k = 0; k < GOAL_LIMIT; k++) text_printf(out, "%s %s", k ? "," : "", goal_kind_name((goal_kind)k));
}

/* ---- the trace ---- */

/* What happened on one line of the source. */
typedef struct trace_line {
    place at;
    size_t depth;
    text what; /* notes, each ended by a newline: the first MOST_NOTES / 2, then the last ones */
    size_t n_notes; /* that there were */
} trace_line;
VEC_DECLARE(trace_line_vec, trace_line);

enum { MOST_LINES = 60, MOST_NOTES = 12 };
enum { EDGE = 2000 }; /* notes at the beginning and at the end of the run that are looked at */

/* The run is followed twice: first to count, so that of a run of millions of steps only the ends are written down. */
typedef struct tracer {
    const program *p;
    bool is_counting;
    size_t n_notes, n_lines, note; /* all notes and lines of the run; the number of the next note */
    place at; /* of the last note, and its depth, while counting */
    size_t depth;
    trace_line_vec lines; /* the first MOST_LINES / 2, then the last ones */
    bool has_begun;
} tracer;

static bool is_same_line(place a, size_t a_depth, place b, size_t b_depth)
{
    return a.line == b.line && a.file == b.file && a_depth == b_depth;
}

static void count_note(tracer *t, place at, size_t depth)
{
    if (t->n_notes++ == 0 || !is_same_line(t->at, t->depth, at, depth)) t->n_lines++;
    t->at = at;
    t->depth = depth;
}

static void drop_middle(tracer *t)
{
    enum { AT = MOST_LINES / 2 };
    assert(t->lines.size == MOST_LINES);
    text_release(&t->lines.data[AT].what);
    memmove(&t->lines.data[AT], &t->lines.data[AT + 1], (t->lines.size - AT - 1) * sizeof *t->lines.data);
    t->lines.size--;
}

static trace_line *line_at(tracer *t, place at, size_t depth)
{
    trace_line *last = t->lines.size ? &t->lines.data[t->lines.size - 1] : NULL;
    if (last && is_same_line(last->at, last->depth, at, depth)) return last;
    if (t->lines.size == MOST_LINES) drop_middle(t);
    trace_line fresh = {.at = at, .depth = depth};
    text_init(&fresh.what);
    trace_line_vec_push(&t->lines, fresh);
    return &t->lines.data[t->lines.size - 1];
}

static char *nth_note(const trace_line *l, size_t n)
{
    char *at = l->what.data;
    for (; n; n--) {
        assert(strchr(at, '\n'));
        at = strchr(at, '\n') + 1;
    }
    return at;
}

static void drop_middle_note(trace_line *l)
{
    assert(l->what.size && l->what.data[l->what.size - 1] == '\n'); /* every note has its end */
    char *at = nth_note(l, MOST_NOTES / 2), *next = strchr(at, '\n') + 1;
    memmove(at, next, (size_t)(l->what.data + l->what.size - next) + 1);
    l->what.size -= (size_t)(next - at);
}

/* Whole regions say nothing to a person, and take long. */
static void note_value(tracer *t, place at, size_t depth, const char *name, const interpreter *i, term variable)
{
    if (sort_kind_of(program_terms(t->p), term_sort(program_terms(t->p), variable)) == SORT_ARRAY) return;
    if (t->is_counting) {
        count_note(t, at, depth);
        return;
    }
    assert(t->note < t->n_notes); /* the second run is the same as the first, which counted */
    size_t number = t->note++;
    if (number >= EDGE && number + EDGE < t->n_notes) return;
    term value = interpreter_value(i, variable);
    if (term_is_none(value)) return;
    trace_line *line = line_at(t, at, depth);
    if (line->n_notes++ >= MOST_NOTES) drop_middle_note(line);
    text_printf(&line->what, "%s = ", name);
    const var_info *v = program_var(t->p, variable);
    int64_t pattern;
    if (v && v->is_float && term_kind_of(program_terms(t->p), value) == TERM_NUM && rat_to_int64(term_number(program_terms(t->p), value), &pattern))
        ieee_print(&line->what, v->width, pattern);
    else print_term_infix(&line->what, program_terms(t->p), value, 40);
    text_addc(&line->what, '\n');
}

static void print_notes(text *out, const trace_line *l)
{
    const char *at = l->what.data;
    for (size_t n = 0; *at; n++) {
        const char *end = strchr(at, '\n');
        text_adds(out, n ? ", " : "    // ");
        if (n == MOST_NOTES / 2 && l->n_notes > MOST_NOTES) text_adds(out, "..., ");
        text_add(out, at, (size_t)(end - at));
        at = end + 1;
    }
}

/* Those of the entry are inputs. One with a name is stored in its variable at once, which tells the same. */
static void note_parameters(tracer *t, const interpreter *i)
{
    const term_vec *params = program_params(t->p, program_entry(t->p));
    t->has_begun = true;
    if (!program_proc_place(t->p, program_entry(t->p)).file) return;
    for (size_t k = 0; k < params->size; k++) {
        const var_info *v = program_var(t->p, params->data[k]);
        if (v->name) continue;
        note_value(t, program_proc_place(t->p, program_entry(t->p)), 1, term_name(program_terms(t->p), v->symbol), i, v->symbol);
    }
}

/* What the library asks for, in words. */
static const char *input_name(const char *name)
{
    static const char *const WORDS[][2] = {{"latch_input_stdin", "standard input"}, {"latch_input_file", "read from a file"},
                                           {"latch_input_open", "the file is there"}, {"latch_input_end", "reading fails"}, {"latch_input_getenv", "the variable is there"},
                                           {"latch_input_variable", "of the variable"}, {"latch_input_rand", "rand"}, {"latch_input_time", "time"},
                                           {"latch_input_clock", "clock"}, {"latch_input_pid", "getpid"}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(WORDS[i][0], name) == 0) return WORDS[i][1];
    return name;
}

/* An address that tells nobody anything; what is there stands above. */
static bool is_argv(const tracer *t, const stmt *s)
{
    const argument_layout *a = program_arguments(t->p);
    return a && s->kind == STMT_ASSIGN && term_is_equal(s->value, a->argv);
}

static void note(void *user, const interpreter *i, proc f, block b, const stmt *s)
{
    (void)f;
    (void)b;
    tracer *t = user;
    if (!t->has_begun) note_parameters(t, i);
    bool is_unset = s && s->kind == STMT_HAVOC && s->name && strncmp(s->name, "local ", 6) == 0;
    bool is_changed = s && s->kind == STMT_HAVOC && s->name && strcmp(s->name, PROGRAM_UNSEEN) == 0 && s->place.file;
    if (!s || (s->kind != STMT_ASSIGN && s->kind != STMT_INPUT && s->kind != STMT_CALL && !is_unset && !is_changed)) return;
    size_t depth = interpreter_depth(i);
    if (s->kind == STMT_CALL) {
        const var_info *r = s->n_results ? program_var(t->p, s->results[0]) : NULL;
        if (r && r->name) note_value(t, s->place, depth, r->name, i, s->results[0]);
        return;
    }
    const var_info *v = program_var(t->p, s->target);
    if (is_unset && (!v->place.file || v->place.in_library)) return; /* what the library's code has, or ours, tells the reader nothing */
    if (s->kind == STMT_INPUT || is_unset) {
        place at = interpreter_place_of_program(i, s->place, &depth);
        note_value(t, at, depth, input_name(s->name), i, s->target);
    }
    else if (v->name && !is_argv(t, s) && !(s->place.in_library && v->place.in_library))
        note_value(t, s->place, depth, v->name, i, s->target);
}

static void follow(tracer *t, const term_vec *inputs, bool is_counting, run_result *r)
{
    enum { STEPS = 20 * 1000 * 1000 };
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .default_inputs = true, .record_unset = !is_counting, .max_steps = STEPS, .trace = note, .user = t};
    t->is_counting = is_counting;
    t->has_begun = false;
    run_result_init(r);
    interpret(t->p, &o, r);
}

/* As C writes strings. */
static void print_argument(text *out, const char *s)
{
    text_addc(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') text_printf(out, "\\%c", *s);
        else if (*s >= ' ' && *s < 127) text_addc(out, *s);
        else text_printf(out, "\\%03o", (unsigned char)*s);
    }
    text_addc(out, '"');
}

enum { MOST_ARGUMENTS = 10 };

static void print_arguments(text *out, const program *p, const run_result *r)
{
    const argument_layout *a = program_arguments(p);
    size_t n = a ? replay_argument_count(run_inputs_argc(p, "main", r)) : 0;
    if (n < 2) return;
    text_adds(out, "  arguments:");
    for (size_t i = 1; i < n; i++) {
        if (i == MOST_ARGUMENTS && n > i + 1) {
            text_printf(out, " ... and %zu more", n - i);
            break;
        }
        text word;
        text_init(&word);
        unset_argument(&r->unset, i, a->pointer_bytes, &word);
        text_addc(out, ' ');
        print_argument(out, word.data);
        text_release(&word);
    }
    text_addc(out, '\n');
}

void c_report_trace(text *out, const program *p, const term_vec *inputs)
{
    tracer t = {.p = p};
    run_result r;
    follow(&t, inputs, true, &r);
    run_result_release(&r);
    follow(&t, inputs, false, &r);
    assert(t.note == t.n_notes && t.lines.size <= MOST_LINES && t.lines.size <= t.n_lines);
    source_vec sources;
    source_vec_init(&sources);
    print_arguments(out, p, &r);
    for (size_t i = 0; i < t.lines.size; i++) {
        if (t.n_lines > t.lines.size && i == MOST_LINES / 2) text_printf(out, "  ... %zu more lines\n", t.n_lines - t.lines.size);
        const trace_line *l = &t.lines.data[i];
        text_adds(out, "  ");
        print_place(out, l->at);
        print_source_line(out, &sources, l->at);
        print_notes(out, l);
        text_addc(out, '\n');
    }
    if (r.end == RUN_VIOLATED) {
        const goal_info *g = program_goal(p, r.goal);
        text_adds(out, "  ");
        print_place(out, g->place);
        print_source_line(out, &sources, g->place);
        text_printf(out, "    // %s\n", g->message);
    } else if (r.end == RUN_OUT_OF_STEPS) text_adds(out, "  ... and so on: the compiled program was run to the end, the rest is not shown\n");
    for (size_t i = 0; i < t.lines.size; i++) text_release(&t.lines.data[i].what);
    trace_line_vec_release(&t.lines);
    release_sources(&sources);
    run_result_release(&r);
}

void c_report_mismatch(text *out, const program *p, const program_outcome *o)
{
    assert(o->mismatch && o->mismatched.id < program_goal_count(p));
    const goal_info *g = program_goal(p, o->mismatched);
    print_place(out, g->place);
    text_printf(out, "%s: %s\n", goal_kind_name(g->kind), g->message);
    text_printf(out, "What happened: %s\nThe run, as Latch understands it:\n", o->mismatch);
    c_report_trace(out, p, &o->mismatch_inputs);
    text_adds(out, "Its inputs (globals that are never set, parameters, then in the order of the run):\n");
    for (size_t i = 0; i < o->mismatch_inputs.size; i++) {
        text_adds(out, "  ");
        print_term(out, program_terms(p), o->mismatch_inputs.data[i]);
        text_addc(out, '\n');
    }
}

/* ---- annotations ---- */

/* The name in the source of an array: "f.a[]" is a of f. */
static const char *array_name(const char *name, text *out)
{
    const char *dot = strrchr(name, '.');
    text_clear(out);
    text_adds(out, dot ? dot + 1 : name);
    if (out->size > 2 && !strcmp(out->data + out->size - 2, "[]")) out->data[out->size -= 2] = '\0';
    return out->data;
}

typedef struct element {
    term_store *ts;
    const var_info *array;
    term index; /* TERM_NONE: the address is not seen to be an element's */
} element;

static void add_to_index(void *context, const rat *c, term t)
{
    element *e = context;
    rat n;
    rat_init(&n);
    assert(e->array->stride > 0);
    rat_set_frac(&n, 1, (int64_t)e->array->stride);
    rat_mul(&n, &n, c);
    if (!rat_is_integer(&n)) e->index = TERM_NONE;
    if (!term_is_none(e->index))
        e->index = term_mk_add2(e->ts, e->index, term_is_none(t) ? term_mk_num(e->ts, &n, sort_int(e->ts)) : term_mk_scale(e->ts, &n, t));
    rat_release(&n);
}

/* What is read from a variable that is one array, by the element's index instead of its address. */
static term read_element(const program *p, term read, text *name)
{
    term_store *ts = program_terms(p);
    term array = term_arg(ts, read, 0);
    const var_info *v = term_kind_of(ts, array) == TERM_SYM ? program_var(p, array) : NULL;
    if (!v || !v->stride || !v->name) return TERM_NONE;
    element e = {.ts = ts, .array = v, .index = term_mk_int(ts, 0)};
    term_linear_each(ts, term_mk_sub(ts, term_arg(ts, read, 1), term_mk_int(ts, (int64_t)v->base)), add_to_index, &e);
    if (term_is_none(e.index)) return TERM_NONE;
    return term_mk_select(ts, term_mk_sym(ts, array_name(v->name, name), term_sort(ts, array)), e.index);
}

/* The formula with elements of arrays instead of memory at addresses. */
static term with_elements(const program *p, term formula)
{
    term_store *ts = program_terms(p);
    term_vec terms, args;
    term_vec_init(&terms);
    term_vec_init(&args);
    u32_map changed;
    u32_map_init(&changed);
    text name;
    text_init(&name);
    dag_subterms(ts, &formula, 1, &terms);
    for (size_t i = 0; i < terms.size; i++) {
        term t = terms.data[i];
        term_vec_clear(&args);
        for (size_t j = 0; j < term_arity(ts, t); j++) {
            const uint32_t *by = u32_map_find(&changed, term_arg(ts, t, j).id);
            term_vec_push(&args, by ? (term){*by} : term_arg(ts, t, j));
        }
        term by = args.size ? term_rebuild(ts, t, args.data) : t;
        term read = term_kind_of(ts, by) == TERM_SELECT ? read_element(p, by, &name) : TERM_NONE;
        *u32_map_put(&changed, t.id, NULL) = term_is_none(read) ? by.id : read.id;
    }
    assert(terms.size && term_is_equal(terms.data[terms.size - 1], formula)); /* parts come first */
    formula = (term){*u32_map_find(&changed, formula.id)};
    text_release(&name);
    u32_map_release(&changed);
    term_vec_release(&terms);
    term_vec_release(&args);
    return formula;
}

static bool is_about_library(const program *p, term formula)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(program_terms(p), &formula, 1, &symbols);
    bool found = false;
    for (size_t i = 0; i < symbols.size && !found; i++) {
        const var_info *v = program_var(p, symbols.data[i]);
        found = v && v->place.in_library;
    }
    term_vec_release(&symbols);
    return found;
}

enum { MAX_NESTING = 8 };

/* What it says about the program's own variables: it is weakened, conjunctions and disjunctions down to the parts that a variable of the library is in. */
static term without_library(const program *p, term formula, int nesting)
{
    term_store *ts = program_terms(p);
    if (!is_about_library(p, formula)) return formula;
    term_kind k = term_kind_of(ts, formula);
    if ((k != TERM_AND && k != TERM_OR) || nesting == MAX_NESTING) return term_true(ts);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < term_arity(ts, formula); i++) term_vec_push(&parts, without_library(p, term_arg(ts, formula, i), nesting + 1));
    term own = k == TERM_AND ? term_mk_and(ts, parts.data, parts.size) : term_mk_or(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return own;
}

/* Floating-point numbers are spoken of as their bit patterns. */
static term source_symbol(term_store *ts, const var_info *v, term symbol)
{
    text name;
    text_init(&name);
    if (v->is_float) text_printf(&name, "bits(%s)", v->name);
    else text_adds(&name, v->name);
    term t = term_mk_sym(ts, name.data, term_sort(ts, symbol));
    text_release(&name);
    return t;
}

/* The formula with the source's names. */
static term with_source_names(const program *p, term formula)
{
    term_store *ts = program_terms(p);
    formula = with_elements(p, formula);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, &formula, 1, &symbols);
    substitution *s = substitution_new(ts);
    for (size_t i = 0; i < symbols.size; i++) {
        const var_info *v = program_var(p, symbols.data[i]);
        if (v && v->name) substitution_set(s, symbols.data[i], source_symbol(ts, v, symbols.data[i]));
    }
    formula = substitution_apply(s, formula);
    substitution_free(s);
    term_vec_release(&symbols);
    return formula;
}

void c_report_annotations(text *out, const program *p, const annotation_vec *annotations)
{
    static const char *const KINDS[] = {"on entry", "loop invariant", "on return"};
    for (size_t i = 0; i < annotations->size; i++) {
        const annotation *a = &annotations->data[i];
        term formula = without_library(p, a->formula, 0);
        if (term_is_equal(formula, term_true(program_terms(p))) || a->place.in_library || !a->place.file) continue;
        text_adds(out, "  ");
        print_place(out, a->place);
        text_printf(out, "%s of %s: ", KINDS[a->kind], program_proc_name(p, a->proc));
        print_term_infix(out, program_terms(p), with_source_names(p, formula), 2000);
        text_addc(out, '\n');
    }
}
