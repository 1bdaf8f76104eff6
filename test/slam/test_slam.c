/* Laws: of exterior covers; of wp and bwp, against each other and against executions; and answers against executions and other engines, for random programs.
 *
 *     test_slam            what `make check` runs
 *     test_slam N [SEED]   answers of slam, la and bmc for N random programs (make fuzz-while) */

#include "encode/encode.h"
#include "engine/bmc.h"
#include "engine/la.h"
#include "front/while/run.h"
#include "front/while/translate.h"
#include "slam/cover.h"
#include "slam/slam.h"
#include "slam/wp.h"
#include "solve/outline_model.h"
#include "validate/validate.h"

#include "../front/while/random_while.h"
#include "../horn/random_horn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Z3 leaks when its Horn engine is interrupted. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3"; }

static while_program *parse(const char *source)
{
    diag d;
    diag_init(&d);
    while_program *p = while_parse("t.while", source, strlen(source), &d);
    if (!p) print_message("%u:%u: %s in\n%s\n", d.line, d.column, d.message, source);
    assert_non_null(p);
    diag_release(&d);
    return p;
}

/* ---- exterior covers ---- */

typedef struct cover_bench {
    term_store *ts;
    smt *solver;
    slam_cover *cover;
    term variables[3], predicates[5];
    size_t n;
} cover_bench;

static term random_atom(cover_bench *b, uint64_t *seed)
{
    term_store *ts = b->ts;
    term sum = term_mk_int(ts, 0);
    for (int i = 0; i < 3; i++) {
        term factor = term_mk_int(ts, (int64_t)random_below(seed, 5) - 2);
        if (random_chance(seed, 60)) sum = term_mk_add2(ts, sum, term_mk_mul2(ts, factor, b->variables[i]));
    }
    term bound = term_mk_int(ts, (int64_t)random_below(seed, 7) - 3);
    return random_chance(seed, 25) ? term_mk_eq(ts, sum, bound) : term_mk_le(ts, sum, bound);
}

static term random_formula(cover_bench *b, uint64_t *seed, int depth)
{
    if (!depth || random_chance(seed, 20)) return random_chance(seed, 30) ? b->predicates[random_below(seed, (uint32_t)b->n)] : random_atom(b, seed);
    term x = random_formula(b, seed, depth - 1), y = random_formula(b, seed, depth - 1);
    uint32_t kind = random_below(seed, 5);
    return kind < 2 ? term_mk_and2(b->ts, x, y) : kind < 4 ? term_mk_or2(b->ts, x, y) : term_mk_not(b->ts, x);
}

static void cover_bench_init(cover_bench *b, uint64_t *seed, bool cartesian)
{
    static const limits NONE = {0};
    *b = (cover_bench){.ts = term_store_new()};
    b->solver = smt_new(b->ts, &NONE, NULL);
    b->cover = slam_cover_new(b->ts, b->solver, &(slam_cover_options){.cartesian = cartesian});
    assert_non_null(b->cover);
    for (int i = 0; i < 3; i++) b->variables[i] = term_mk_sym(b->ts, (const char *[]){"x", "y", "z"}[i], sort_int(b->ts));
    for (size_t want = 1 + random_below(seed, 5); b->n < want;) {
        term t = random_atom(b, seed);
        if (!term_is_value(b->ts, t)) b->predicates[b->n++] = t;
    }
}

static void cover_bench_release(cover_bench *b)
{
    slam_cover_free(b->cover);
    smt_free(b->solver);
    term_store_free(b->ts);
}

static slam_set ec(cover_bench *b, term t) { return slam_ec(b->cover, b->predicates, b->n, t, SLAM_SET_EMPTY); }
static term ec_term(cover_bench *b, term t) { return slam_set_term(b->cover, ec(b, t), random_chance(&(uint64_t){t.id}, 50)); }

static bool is_possible(cover_bench *b, term x, term y) { return smt_check(b->solver, (term[]){x, y}, 2) == SMT_SAT; }
static bool implies(cover_bench *b, term x, term y) { return !is_possible(b, x, term_mk_not(b->ts, y)); }

/* By trying all 2^k cubes: those that are possible with t. */
static void check_cover(cover_bench *b, term t, term cover)
{
    assert_true(implies(b, t, cover));
    for (uint32_t signs = 0; signs < 1u << b->n; signs++) {
        term cube = term_true(b->ts);
        for (size_t i = 0; i < b->n; i++)
            cube = term_mk_and2(b->ts, cube, signs >> i & 1 ? b->predicates[i] : term_mk_not(b->ts, b->predicates[i]));
        assert_int_equal(is_possible(b, cube, t), is_possible(b, cube, cover));
    }
}

static void four_laws_of_covers(void **unused)
{
    (void)unused;
    uint64_t seed = 17;
    size_t proper = 0;
    for (int i = 0; i < 150; i++) {
        cover_bench b;
        cover_bench_init(&b, &seed, false);
        term x = random_formula(&b, &seed, 3), y = random_formula(&b, &seed, 3);
        term cx = ec_term(&b, x), cy = ec_term(&b, y);
        check_cover(&b, x, cx);
        assert_true(implies(&b, ec_term(&b, term_mk_and2(b.ts, x, y)), term_mk_and2(b.ts, cx, cy)));
        term both = ec_term(&b, term_mk_or2(b.ts, x, y)), each = term_mk_or2(b.ts, cx, cy);
        assert_true(implies(&b, both, each) && implies(&b, each, both));
        assert_true(implies(&b, term_mk_not(b.ts, cx), ec_term(&b, term_mk_not(b.ts, x))));
        assert_true(implies(&b, ec_term(&b, term_mk_and2(b.ts, x, y)), cx)); /* x and y => x, so ec(x and y) => ec(x) */
        proper += !implies(&b, cx, x);
        cover_bench_release(&b);
    }
    assert_true(proper > 30);
}

/* Within ec(x) or old, all of ec(x) that is not in old is found. */
static void old_parts_are_not_asked_again(void **unused)
{
    (void)unused;
    uint64_t seed = 29;
    for (int i = 0; i < 100; i++) {
        cover_bench b;
        cover_bench_init(&b, &seed, false);
        term x = random_formula(&b, &seed, 3), y = random_formula(&b, &seed, 3);
        slam_set old = ec(&b, y), exact = ec(&b, x);
        size_t asked = slam_cover_questions(b.cover);
        slam_set more = slam_ec(b.cover, b.predicates, b.n, x, old);
        asked = slam_cover_questions(b.cover) - asked;
        term all = slam_set_term(b.cover, slam_set_or(b.cover, more, old), false), wanted = term_mk_or2(b.ts, ec_term(&b, x), ec_term(&b, y));
        assert_true(implies(&b, all, wanted) && implies(&b, wanted, all));
        if (slam_set_within(b.cover, exact, old)) assert_true(implies(&b, slam_set_term(b.cover, more, true), ec_term(&b, y)));
        assert_true(asked <= 64);
        cover_bench_release(&b);
    }
}

static void cartesian_covers_are_covers(void **unused)
{
    (void)unused;
    uint64_t seed = 31;
    for (int i = 0; i < 80; i++) {
        cover_bench b;
        cover_bench_init(&b, &seed, true);
        term x = random_formula(&b, &seed, 3), cover = ec_term(&b, x);
        assert_true(implies(&b, x, cover));
        for (size_t k = 0; k < b.n; k++) {
            if (implies(&b, x, b.predicates[k])) assert_true(implies(&b, cover, b.predicates[k]));
            if (implies(&b, x, term_mk_not(b.ts, b.predicates[k]))) assert_true(implies(&b, cover, term_mk_not(b.ts, b.predicates[k])));
        }
        cover_bench_release(&b);
    }
}

/* ---- wp and bwp ---- */

enum { MOST_LEVEL = 8, MOST_STEPS = 4000, MOST_INPUTS = 16 };

typedef struct wp_bench {
    term_store *ts;
    while_program *program;
    hoare_outline names;
    slam_frame frame;
    slam_wp wp;
    smt *solver;
} wp_bench;

static term bwp_at(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    wp_bench *b = user;
    return level ? slam_wp_turn(&b->wp, cut, v, level) : term_false(b->ts);
}

static void wp_bench_init(wp_bench *b, term_store *ts, const char *source, bool statements)
{
    static const limits NONE = {0};
    *b = (wp_bench){.ts = ts, .program = parse(source)};
    hoare_outline_init(&b->names, b->ts, b->program);
    slam_frame_init(&b->frame, &b->names, statements);
    slam_wp_init(&b->wp, &b->frame, bwp_at, b);
    b->solver = smt_new(b->ts, &NONE, NULL);
}

static void wp_bench_release(wp_bench *b)
{
    smt_free(b->solver);
    slam_wp_release(&b->wp);
    slam_frame_release(&b->frame);
    hoare_outline_release(&b->names);
    while_free(b->program);
}

/* The state that main begins in with these inputs; it has no others. */
static term at_inputs(wp_bench *b, term t, const rat *inputs)
{
    const while_proc *main = while_main(b->program);
    size_t used = 0;
    for (size_t i = 0; i < b->program->n_globals + main->n_vars; i++) {
        bool is_global = i < b->program->n_globals;
        term symbol = is_global ? b->names.globals[i] : b->names.scopes[main->index].values[i - b->program->n_globals];
        if (!is_global && !main->vars[i - b->program->n_globals]->is_input) continue;
        term value = term_mk_num(b->ts, &inputs[used++], sort_int(b->ts));
        t = dag_substitute(b->ts, t, &symbol, &value, 1);
    }
    return t;
}

static bool holds_at(wp_bench *b, term q, uint32_t level, const rat *inputs)
{
    b->wp.post = q;
    slam_wp_forget(&b->wp);
    term t = at_inputs(b, slam_wp_main(&b->wp, level), inputs);
    smt_result r = smt_check(b->solver, &t, 1);
    assert_int_not_equal(r, SMT_UNKNOWN);
    return r == SMT_SAT;
}

static term random_final(wp_bench *b, uint64_t *seed)
{
    const while_proc *main = while_main(b->program);
    size_t n = b->program->n_globals + main->n_vars;
    term t = term_mk_int(b->ts, 0);
    for (size_t i = 0; i < n; i++) {
        term symbol = i < b->program->n_globals ? b->names.globals[i] : b->names.scopes[main->index].values[i - b->program->n_globals];
        if (random_chance(seed, 50)) t = term_mk_add2(b->ts, t, term_mk_mul2(b->ts, term_mk_int(b->ts, (int64_t)random_below(seed, 3) - 1), symbol));
    }
    return term_mk_le(b->ts, t, term_mk_int(b->ts, (int64_t)random_below(seed, 5) - 2));
}

static void draw_inputs(uint64_t *seed, rat *inputs)
{
    for (size_t i = 0; i < MOST_INPUTS; i++) {
        rat_init(&inputs[i]);
        rat_set_int(&inputs[i], (int64_t)random_below(seed, 7) - 3);
    }
}

/* Nothing is asked for but what main begins with: the program does one thing in each state. */
static bool is_deterministic(const while_program *p, const char *source)
{
    bool ok = !strstr(source, "havoc");
    for (size_t i = 0; i + 1 < p->n_procs; i++)
        for (size_t k = p->procs[i]->n_formals; k < p->procs[i]->n_vars; k++) ok &= !p->procs[i]->vars[k]->is_input;
    return ok;
}

static void draw_program(text *t, uint64_t *seed)
{
    random_while_shape shape = random_while_small();
    text_clear(t);
    random_while(t, seed, &shape);
}

/* wp(S, false) = false where nothing is asserted; Q => R gives wp(S, Q) => wp(S, R); wp(S, Q) and wp(S, R) = wp(S, Q and R): bounded, at states. */
static void three_laws_of_wp(void **unused)
{
    (void)unused;
    uint64_t seed = 41;
    size_t programs = 0, held = 0;
    text t;
    text_init(&t);
    while (programs < 40) {
        draw_program(&t, &seed);
        wp_bench b;
        term_store *ts = term_store_new();
        wp_bench_init(&b, ts, t.data, programs % 4 == 3);
        for (int i = 0; i < 4 && is_deterministic(b.program, t.data); i++) {
            term q = random_final(&b, &seed), r = random_final(&b, &seed);
            rat inputs[MOST_INPUTS];
            draw_inputs(&seed, inputs);
            programs += i == 0;
            bool fails = holds_at(&b, term_false(b.ts), 3, inputs), wq = holds_at(&b, q, 3, inputs), wr = holds_at(&b, r, 3, inputs);
            if (!strstr(t.data, "assert")) assert_false(fails);
            if (holds_at(&b, term_mk_and2(b.ts, q, r), 3, inputs) != (wq && wr)) fail_msg("no conjunction:\n%s", t.data);
            if (wq && !holds_at(&b, term_mk_or2(b.ts, q, r), 3, inputs)) fail_msg("not monotone:\n%s", t.data);
            held += wq;
            for (size_t k = 0; k < MOST_INPUTS; k++) rat_release(&inputs[k]);
        }
        wp_bench_release(&b);
        term_store_free(ts);
    }
    assert_true(held > 20);
    text_release(&t);
}

/* bwp says of a state what executing the program in it does. */
static void bwp_is_what_runs_do(void **unused)
{
    (void)unused;
    uint64_t seed = 43;
    size_t failed = 0, ended = 0, deep = 0;
    text t;
    text_init(&t);
    while (failed < 40 || ended < 40) {
        draw_program(&t, &seed);
        wp_bench b;
        term_store *ts = term_store_new();
        wp_bench_init(&b, ts, t.data, seed % 5 == 0);
        for (int i = 0; i < 3 && is_deterministic(b.program, t.data); i++) {
            rat inputs[MOST_INPUTS];
            draw_inputs(&seed, inputs);
            while_run_result run;
            while_run_result_init(&run);
            while_run(b.program, &(while_run_options){.inputs = inputs, .n_inputs = MOST_INPUTS, .max_steps = MOST_STEPS}, &run);
            bool found = false, is_small = true;
            for (uint32_t level = 0; level <= MOST_LEVEL && !found && is_small; level += 1 + level / 2) {
                found = holds_at(&b, TERM_NONE, level, inputs);
                is_small = dag_size(b.ts, slam_wp_main(&b.wp, level)) < 3000;
            }
            if (run.end == WHILE_FAILED) failed += found, deep += !found;
            else ended++;
            if (found && run.end != WHILE_FAILED) fail_msg("bwp fails, the run does not (%d):\n%s", (int)run.end, t.data);
            while_run_result_release(&run);
            for (size_t k = 0; k < MOST_INPUTS; k++) rat_release(&inputs[k]);
        }
        wp_bench_release(&b);
        term_store_free(ts);
    }
    assert_true(deep * 3 < failed);
    text_release(&t);
}

/* wp of statements without loops, as it is written in a textbook. */
static void assert_wp(const char *source, const char *same_as)
{
    term_store *ts = term_store_new(); /* variables of one name are one symbol */
    wp_bench a, b;
    wp_bench_init(&a, ts, source, false);
    wp_bench_init(&b, ts, same_as, false);
    term different = term_mk_xor(ts, slam_wp_main(&a.wp, 0), slam_wp_main(&b.wp, 0));
    assert_int_equal(smt_check(a.solver, &different, 1), SMT_UNSAT);
    wp_bench_release(&a);
    wp_bench_release(&b);
    term_store_free(ts);
}

static void wp_is_substitution(void **unused)
{
    (void)unused;
    assert_wp("int x, y; x := y + 1 bad x > 3", "int x, y; skip bad y + 1 > 3");
    assert_wp("int x, y; x := x + 1; y := x bad y = x", "int x, y; skip bad true");
    assert_wp("int x, y; if x > 0 then y := 1 else y := x bad y = 1", "int x, y; skip bad x > 0 or (not (x > 0) and x = 1)");
    assert_wp("int x; assume x > 2 bad x < 5", "int x; skip bad x > 2 and x < 5");
    assert_wp("int x; assert x > 2", "int x; skip bad not (x > 2)");
    assert_wp("int x; while x = 0 do skip bad true", "int x; skip bad false"); /* no cut point may be passed */
}

/* ---- answers ---- */

typedef struct tally {
    size_t safe, unsafe, unknown, valid; /* proofs that the validator confirms */
} tally;

static bool is_bad_run(const while_program *p, const rat *inputs, size_t n)
{
    while_run_result r;
    while_run_result_init(&r);
    while_run(p, &(while_run_options){.inputs = inputs, .n_inputs = n, .max_steps = 100000}, &r);
    bool bad = r.end == WHILE_FAILED;
    while_run_result_release(&r);
    return bad;
}

static bool is_bad_with(term_store *ts, const while_program *p, const term_vec *values)
{
    rat *inputs = alloc_zeroed(values->size + 1, sizeof *inputs);
    for (size_t i = 0; i < values->size; i++) {
        rat_init(&inputs[i]);
        rat_set(&inputs[i], term_number(ts, values->data[i]));
    }
    bool bad = is_bad_run(p, inputs, values->size);
    for (size_t i = 0; i < values->size; i++) rat_release(&inputs[i]);
    free(inputs);
    return bad;
}

static bool some_run_is_bad(const while_program *p, uint64_t *seed)
{
    bool bad = false;
    for (int i = 0; i < 60 && !bad; i++) {
        rat inputs[MOST_INPUTS];
        draw_inputs(seed, inputs);
        bad = is_bad_run(p, inputs, MOST_INPUTS);
        for (size_t k = 0; k < MOST_INPUTS; k++) rat_release(&inputs[k]);
    }
    return bad;
}

/* A proof that the checker of outlines has accepted is a model of the clauses as well. */
typedef struct confirmation {
    const while_program *program;
    size_t valid, invalid, open;
} confirmation;

static const char *confirm(void *user, const slam_proof *proof)
{
    confirmation *c = user;
    limits limit = limits_within(&(limits){0}, 5);
    program *p = while_translate(proof->outline->ts, c->program, NULL);
    encoding *e = encode_program(p, &(encode_options){.large_blocks = true});
    result r;
    text why;
    result_init(&r);
    text_init(&why);
    r.answer = ANSWER_SAFE;
    model_init(&r.model, encoding_horn(e));
    bool is_made = outline_model(e, p, proof, &limit, &r.model);
    verdict v = is_made ? validate_result(encoding_horn(e), &r, &limit, &r.stats, &why) : UNDECIDED;
    c->valid += v == VALID;
    c->invalid += v == INVALID;
    c->open += v == UNDECIDED;
    if (v == INVALID) print_message("%s\n", why.data);
    result_release(&r);
    text_release(&why);
    encoding_free(e);
    program_free(p);
    return NULL;
}

typedef struct opinions {
    bool is_bad, is_safe; /* a run is bad; somebody has a proof */
    const char *by;
} opinions;

static void ask_slam(term_store *ts, const while_program *p, const slam_options *options, opinions *o, tally *n, const char *source)
{
    slam_result r;
    slam_result_init(&r);
    confirmation c = {.program = p};
    slam_options confirmed = *options;
    confirmed.confirm = confirm;
    confirmed.user = &c;
    slam_run(ts, p, &confirmed, &r);
    if (c.invalid) fail_msg("a proof is no model of the clauses:\n%s", source);
    n->valid += c.valid;
    if (r.answer == SLAM_UNSAFE) {
        if (!is_bad_with(ts, p, &r.inputs)) fail_msg("the run of slam is not bad:\n%s", source);
        o->is_bad = true;
    }
    if (r.answer == SLAM_SAFE) o->is_safe = true, o->by = "slam";
    n->safe += r.answer == SLAM_SAFE;
    n->unsafe += r.answer == SLAM_UNSAFE;
    n->unknown += r.answer == SLAM_UNKNOWN;
    bool is_refused = strstr(r.about.data, "refused") && !strstr(r.about.data, "not decided") && !strstr(r.about.data, "too many paths");
    if (r.answer == SLAM_UNKNOWN && is_refused) fail_msg("the checker refused an outline: %s:\n%s", r.about.data, source);
    slam_result_release(&r);
}

/* What is wrong with the derivation of a failure; NULL: its inputs make a bad run of the tree. */
static const char *about_derivation(const while_program *p, const encoding *e, term_store *ts, const derivation *d)
{
    goal g;
    term_vec inputs;
    term_vec_init(&inputs);
    const char *wrong = !encoding_run(e, d, &g, &inputs) ? "has no run" : !is_bad_with(ts, p, &inputs) ? "has a run that is not bad" : NULL;
    term_vec_release(&inputs);
    return wrong;
}

static void ask_engine(const char *name, void (*run)(const horn *, const engine_context *, result *), const while_program *p, const encoding *e, term_store *ts,
                       opinions *o, const char *source)
{
    result r;
    text why;
    text_init(&why);
    result_init(&r);
    run(encoding_horn(e), &(engine_context){.limits = limits_within(&(limits){0}, 1), .max_bound = 60}, &r);
    limits limit = limits_within(&(limits){0}, 5);
    if (r.answer != ANSWER_UNKNOWN && validate_result(encoding_horn(e), &r, &limit, &r.stats, &why) == INVALID)
        fail_msg("the witness of %s is wrong: %s:\n%s", name, why.data, source);
    if (r.answer == ANSWER_SAFE) o->is_safe = true, o->by = name;
    if (r.answer == ANSWER_UNSAFE) {
        const char *wrong = about_derivation(p, e, ts, &r.derivation);
        if (wrong) fail_msg("called unsafe by %s, but its derivation %s:\n%s", name, wrong, source);
        o->is_bad = true;
    }
    result_release(&r);
    text_release(&why);
}

static void check_answers(const char *source, uint64_t *seed, const slam_options *options, bool with_engines, tally *n)
{
    term_store *ts = term_store_new();
    while_program *p = parse(source);
    opinions o = {.is_bad = some_run_is_bad(p, seed)};
    slam_options limited = *options;
    limited.limits = limits_within(&(limits){0}, 2);
    ask_slam(ts, p, &limited, &o, n, source);
    if (with_engines) {
        program *translated = while_translate(ts, p, NULL);
        encoding *e = encode_program(translated, &(encode_options){.large_blocks = true, .inline_limit = 1000});
        ask_engine("la", la_run, p, e, ts, &o, source);
        ask_engine("bmc", bmc_run, p, e, ts, &o, source);
        encoding_free(e);
        program_free(translated);
    }
    if (o.is_bad && o.is_safe) fail_msg("called safe by %s, but some run is bad:\n%s", o.by, source);
    while_free(p);
    term_store_free(ts);
}

/* Every second program is asked in the paper's way, the others with the switches one after the other. */
static const slam_options *way_of(size_t i)
{
    static const slam_options WAYS[] = {{.atoms = false}, {.atoms = true}, {.statements = true}, {.cartesian = true}, {.one_trace = true},
                                        {.forward = true}, {.forward = true, .one_trace = true}, {.forward = true, .statements = true, .cartesian = true, .atoms = true, .one_trace = true}};
    enum { N_WAYS = sizeof WAYS / sizeof *WAYS };
    return &WAYS[i % 2 ? 0 : i / 2 % N_WAYS];
}

static void answers_agree(void **unused)
{
    (void)unused;
    uint64_t seed = 7;
    tally n = {0};
    text t;
    text_init(&t);
    for (size_t i = 0; i < 200; i++) {
        draw_program(&t, &seed);
        check_answers(t.data, &seed, way_of(i), i % 4 == 0, &n);
    }
    text_release(&t);
    assert_true(n.safe > 20 && n.unsafe > 60 && n.unknown < 40 && n.valid >= n.safe * 9 / 10);
}

static int fuzz(size_t count, uint64_t seed)
{
    tally n = {0};
    text t;
    text_init(&t);
    for (size_t i = 0; i < count; i++) {
        draw_program(&t, &seed);
        check_answers(t.data, &seed, way_of(i), true, &n);
        if ((i + 1) % 500 == 0) printf("%zu programs: slam says safe of %zu, unsafe of %zu, nothing of %zu\n", i + 1, n.safe, n.unsafe, n.unknown), fflush(stdout);
    }
    text_release(&t);
    printf("%zu programs: no two disagree; slam says safe of %zu (%zu validated), unsafe of %zu, nothing of %zu\n", count, n.safe, n.valid, n.unsafe, n.unknown);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1) return fuzz(strtoul(argv[1], NULL, 10), argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_laws_of_covers),
        cmocka_unit_test(old_parts_are_not_asked_again),
        cmocka_unit_test(cartesian_covers_are_covers),
        cmocka_unit_test(three_laws_of_wp),
        cmocka_unit_test(bwp_is_what_runs_do),
        cmocka_unit_test(wp_is_substitution),
        cmocka_unit_test(answers_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
