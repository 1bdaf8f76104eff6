#include "smt/blast.h"

#include "smt/z3_terms.h"
#include "smt/z3_values.h"
#include "smt/z3_watch.h"
#include "term/dag.h"
#include "term/int_to_bv.h"

typedef struct blaster {
    term_store *ts;
    Z3_context z3;
    z3_terms *bridge;
    z3_watch *watch;
    Z3_solver solver;
} blaster;

static void blaster_init(blaster *b, term_store *ts, const limits *limit)
{
    b->ts = ts;
    b->z3 = z3_terms_new_context();
    b->bridge = z3_terms_new(ts, b->z3);
    b->watch = z3_watch_new(b->z3, limit);
    b->solver = Z3_mk_solver_for_logic(b->z3, Z3_mk_string_symbol(b->z3, "QF_BV"));
    Z3_solver_inc_ref(b->z3, b->solver);
    Z3_params params = Z3_mk_params(b->z3);
    Z3_params_inc_ref(b->z3, params);
    Z3_params_set_bool(b->z3, params, Z3_mk_string_symbol(b->z3, "ctrl_c"), false);
    Z3_solver_set_params(b->z3, b->solver, params);
    Z3_params_dec_ref(b->z3, params);
}

static void blaster_release(blaster *b)
{
    z3_watch_free(b->watch);
    Z3_solver_dec_ref(b->z3, b->solver);
    z3_terms_free(b->bridge);
    Z3_del_context(b->z3);
}

static smt_result ask(blaster *b, term t)
{
    if (z3_terms_is_too_deep(b->bridge, t)) return SMT_UNKNOWN;
    Z3_ast e = z3_terms_to_z3(b->bridge, t);
    if (!e) return SMT_UNKNOWN;
    Z3_solver_assert(b->z3, b->solver, e);
    z3_watch_begin(b->watch, 0);
    Z3_lbool answer = Z3_solver_check(b->z3, b->solver);
    Z3_error_code error = Z3_get_error_code(b->z3);
    bool interrupted = z3_watch_end(b->watch);
    if (interrupted || error != Z3_OK || answer == Z3_L_UNDEF) return SMT_UNKNOWN;
    return answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

/* Gives `values` what the solver's model has for the symbols of t. */
static bool read_values(blaster *b, term t, evaluator *values)
{
    Z3_model model = Z3_solver_get_model(b->z3, b->solver);
    if (!model) return false;
    Z3_model_inc_ref(b->z3, model);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(b->ts, &t, 1, &symbols);
    bool ok = true;
    for (size_t i = 0; i < symbols.size && ok; i++) {
        Z3_ast v = NULL;
        ok = Z3_model_eval(b->z3, model, z3_terms_to_z3(b->bridge, symbols.data[i]), true, &v) && v;
        if (!ok) break;
        Z3_inc_ref(b->z3, v);
        term value = z3_values_read(b->bridge, model, v);
        Z3_dec_ref(b->z3, v);
        ok = !term_is_none(value);
        if (ok) evaluator_set(values, symbols.data[i], value);
    }
    term_vec_release(&symbols);
    Z3_model_dec_ref(b->z3, model);
    return ok;
}

/* The number that the word has in two's complement, as `values` has its symbols. */
static term read_word(term_store *ts, evaluator *values, term word)
{
    term bits = evaluator_eval(values, word, NULL);
    if (term_is_none(bits)) return TERM_NONE;
    rat n, size;
    rat_init(&n);
    rat_init(&size);
    uint32_t width = sort_bv_width(ts, term_sort(ts, word));
    rat_set(&n, term_number(ts, bits));
    rat_set_pow2(&size, width);
    if (rat_bit_test(&n, width - 1)) rat_sub(&n, &n, &size);
    term t = term_mk_num(ts, &n, sort_int(ts));
    rat_release(&n);
    rat_release(&size);
    return t;
}

/* From the values of the words' symbols to those of t's own; `values` has both then. */
static bool read_integers(term_store *ts, term t, const int_to_bv *w, evaluator *values)
{
    term_vec symbols, found;
    term_vec_init(&symbols);
    term_vec_init(&found);
    dag_symbols(ts, &t, 1, &symbols);
    bool ok = true;
    for (size_t i = 0; i < symbols.size && ok; i++) {
        bool is_int = sort_kind_of(ts, term_sort(ts, symbols.data[i])) == SORT_INT;
        term_vec_push(&found, is_int ? read_word(ts, values, int_to_bv_of(w, symbols.data[i])) : TERM_NONE);
        ok = !is_int || !term_is_none(term_vec_last(&found));
    }
    for (size_t i = 0; i < symbols.size && ok; i++)
        if (!term_is_none(found.data[i])) evaluator_set(values, symbols.data[i], found.data[i]);
    term_vec_release(&symbols);
    term_vec_release(&found);
    return ok;
}

static bool is_confirmed(term_store *ts, term t, evaluator *values)
{
    bool div0 = false;
    term value = evaluator_eval(values, t, &div0);
    return !div0 && term_is_equal(value, term_true(ts));
}

/* Decides `formula`, about words; a model that t does not confirm needs a division by zero: SMT_UNKNOWN. */
static smt_result decide(term_store *ts, term t, const int_to_bv *w, term formula, const limits *limit, evaluator *values)
{
    blaster b;
    blaster_init(&b, ts, limit);
    smt_result found = ask(&b, formula);
    if (found == SMT_SAT) {
        evaluator_clear(values);
        bool ok = read_values(&b, formula, values) && read_integers(ts, t, w, values) && is_confirmed(ts, t, values);
        if (!ok) found = SMT_UNKNOWN;
    }
    blaster_release(&b);
    return found;
}

static smt_result check(term_store *ts, term t, const int_to_bv *w, const limits *limit, evaluator *values)
{
    term formula = int_to_bv_formula(w), careful = int_to_bv_no_risk(w);
    if (term_is_none(formula)) return SMT_UNKNOWN;
    if (term_is_equal(formula, term_false(ts))) return SMT_UNSAT;
    smt_result found = decide(ts, t, w, formula, limit, values);
    if (found != SMT_UNKNOWN || term_is_equal(careful, term_true(ts)) || limits_is_over(limit)) return found;
    found = decide(ts, t, w, term_mk_and2(ts, formula, careful), limit, values);
    return found == SMT_SAT ? SMT_SAT : SMT_UNKNOWN;
}

smt_result blast_check(term_store *ts, term t, const limits *limit, stats *counters, evaluator *values)
{
    double since = limits_work();
    int_to_bv *w = int_to_bv_new(ts, t);
    evaluator *own = values ? NULL : evaluator_new(ts);
    smt_result found = check(ts, t, w, limit, values ? values : own);
    evaluator_free(own);
    int_to_bv_free(w);
    if (counters) {
        stats_count(counters, blast_checks);
        stats_add(counters, blast_seconds, limits_work() - since);
    }
    return found;
}
