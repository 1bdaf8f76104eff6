/* Interpolation by a Horn problem of one predicate: below => I, I & above => goal. */

#include "smt/smt.h"

#include "smt/z3_terms.h"
#include "smt/z3_watch.h"
#include "term/dag.h"

VEC_DECLARE(z3_ast_list, Z3_ast);

typedef struct separator {
    term_store *ts;
    const smt_separation *between;
    Z3_context z3;
    z3_terms *bridge;
    Z3_fixedpoint fp;
    Z3_func_decl middle, goal;
    z3_ast_list kept; /* everything made here, referenced until the end */
} separator;

static Z3_ast keep(separator *s, Z3_ast e)
{
    if (!e) return NULL;
    Z3_inc_ref(s->z3, e);
    z3_ast_list_push(&s->kept, e);
    return e;
}

static Z3_func_decl declare(separator *s, const char *name, size_t n)
{
    z3_ast_list domain;
    z3_ast_list_init(&domain);
    for (size_t i = 0; i < n; i++) z3_ast_list_push(&domain, (Z3_ast)z3_terms_sort(s->bridge, term_sort(s->ts, s->between->shared[i])));
    Z3_sort range = z3_terms_sort(s->bridge, sort_bool(s->ts));
    Z3_func_decl f = Z3_mk_func_decl(s->z3, Z3_mk_string_symbol(s->z3, name), (unsigned)n, (Z3_sort *)domain.data, range);
    z3_ast_list_release(&domain);
    keep(s, (Z3_ast)f);
    Z3_fixedpoint_register_relation(s->z3, s->fp, f);
    return f;
}

/* Only the interpolant is wanted: no transformation may make the predicate disappear. */
static void set_params(separator *s)
{
    static const char *const off[] = {"xform.slice", "xform.inline_eager", "xform.inline_linear", "xform.coi", "ctrl_c"};
    Z3_params params = Z3_mk_params(s->z3);
    Z3_params_inc_ref(s->z3, params);
    Z3_params_set_symbol(s->z3, params, Z3_mk_string_symbol(s->z3, "engine"), Z3_mk_string_symbol(s->z3, "spacer"));
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) Z3_params_set_bool(s->z3, params, Z3_mk_string_symbol(s->z3, off[i]), false);
    Z3_fixedpoint_set_params(s->z3, s->fp, params);
    Z3_params_dec_ref(s->z3, params);
}

static void quantify(separator *s, term formula, z3_ast_list *vars)
{
    term_vec roots, symbols;
    term_vec_init(&roots);
    term_vec_init(&symbols);
    term_vec_push(&roots, formula);
    term_vec_append(&roots, s->between->shared, s->between->n_shared);
    dag_symbols(s->ts, roots.data, roots.size, &symbols);
    for (size_t i = 0; i < symbols.size; i++) z3_ast_list_push(vars, z3_terms_to_z3(s->bridge, symbols.data[i]));
    term_vec_release(&roots);
    term_vec_release(&symbols);
}

/* formula => middle, or middle & formula => goal. */
static bool add_rule(separator *s, term formula, bool is_below)
{
    z3_ast_list vars;
    z3_ast_list_init(&vars);
    for (size_t i = 0; i < s->between->n_shared; i++) z3_ast_list_push(&vars, z3_terms_to_z3(s->bridge, s->between->shared[i]));
    Z3_ast middle = keep(s, Z3_mk_app(s->z3, s->middle, (unsigned)vars.size, vars.data));
    Z3_ast goal = keep(s, Z3_mk_app(s->z3, s->goal, 0, NULL)), phi = z3_terms_to_z3(s->bridge, formula);
    bool ok = phi && middle && goal;
    if (ok) {
        Z3_ast body = is_below ? phi : keep(s, Z3_mk_and(s->z3, 2, (Z3_ast[]){middle, phi}));
        Z3_ast rule = keep(s, Z3_mk_implies(s->z3, body, is_below ? middle : goal));
        z3_ast_list_clear(&vars);
        quantify(s, formula, &vars);
        if (vars.size) rule = keep(s, Z3_mk_forall_const(s->z3, 0, (unsigned)vars.size, (Z3_app *)vars.data, 0, NULL, rule));
        Z3_fixedpoint_add_rule(s->z3, s->fp, rule, Z3_mk_int_symbol(s->z3, (int)s->kept.size));
        ok = Z3_get_error_code(s->z3) == Z3_OK;
    }
    z3_ast_list_release(&vars);
    return ok;
}

/* A conjunct of Spacer's answer about `middle`: forall x. middle(x) = formula, or middle(x), or not middle(x). */
static term read_conjunct(separator *s, Z3_ast e)
{
    while (Z3_get_ast_kind(s->z3, e) == Z3_QUANTIFIER_AST) e = Z3_get_quantifier_body(s->z3, e);
    if (Z3_get_ast_kind(s->z3, e) != Z3_APP_AST) return TERM_NONE;
    Z3_app app = Z3_to_app(s->z3, e);
    if (Z3_get_app_decl(s->z3, app) == s->middle) return term_true(s->ts);
    if (!Z3_get_app_num_args(s->z3, app)) return TERM_NONE;
    Z3_ast first = Z3_get_app_arg(s->z3, app, 0);
    if (Z3_get_ast_kind(s->z3, first) != Z3_APP_AST || Z3_get_app_decl(s->z3, Z3_to_app(s->z3, first)) != s->middle) return TERM_NONE;
    if (Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, app)) == Z3_OP_NOT) return term_false(s->ts);
    if (Z3_get_app_num_args(s->z3, app) != 2) return TERM_NONE;
    term_vec by;
    term_vec_init(&by);
    bool ok = true;
    for (unsigned i = 0; i < s->between->n_shared && ok; i++) {
        Z3_ast v = Z3_get_app_arg(s->z3, Z3_to_app(s->z3, first), i);
        ok = Z3_get_ast_kind(s->z3, v) == Z3_VAR_AST;
        size_t index = ok ? Z3_get_index_value(s->z3, v) : 0;
        while (by.size <= index) term_vec_push(&by, term_false(s->ts));
        by.data[index] = s->between->shared[i];
    }
    term t = ok ? z3_terms_from_z3_open(s->bridge, Z3_get_app_arg(s->z3, app, 1), by.data, by.size) : TERM_NONE;
    term_vec_release(&by);
    return t;
}

static term read_answer(separator *s)
{
    Z3_ast answer = keep(s, Z3_fixedpoint_get_answer(s->z3, s->fp));
    if (!answer || Z3_get_ast_kind(s->z3, answer) == Z3_VAR_AST) return TERM_NONE;
    bool is_and = Z3_get_ast_kind(s->z3, answer) == Z3_APP_AST &&
                  Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, Z3_to_app(s->z3, answer))) == Z3_OP_AND;
    if (!is_and) return read_conjunct(s, answer);
    term found = TERM_NONE;
    Z3_app app = Z3_to_app(s->z3, answer);
    for (unsigned i = 0; i < Z3_get_app_num_args(s->z3, app) && term_is_none(found); i++) found = read_conjunct(s, Z3_get_app_arg(s->z3, app, i));
    return found;
}

static term separate(separator *s, const limits *limit, double seconds)
{
    set_params(s);
    s->middle = declare(s, "middle", s->between->n_shared);
    s->goal = declare(s, "goal", 0);
    bool ok = true;
    for (size_t i = 0; i < s->between->n_below && ok; i++) ok = add_rule(s, s->between->below[i], true);
    for (size_t i = 0; i < s->between->n_above && ok; i++) ok = add_rule(s, s->between->above[i], false);
    if (!ok) return TERM_NONE;
    z3_watch *watch = z3_watch_new(s->z3, limit);
    z3_watch_begin(watch, seconds);
    Z3_lbool reached = Z3_fixedpoint_query(s->z3, s->fp, keep(s, Z3_mk_app(s->z3, s->goal, 0, NULL)));
    bool interrupted = z3_watch_end(watch);
    z3_watch_free(watch);
    return reached == Z3_L_FALSE && !interrupted ? read_answer(s) : TERM_NONE;
}

static bool is_over_shared(const term_store *ts, const smt_separation *between, term t)
{
    if (term_has_quantifier(ts, t) || term_has_bound(ts, t)) return false;
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, &t, 1, &symbols);
    size_t known = 0;
    for (size_t i = 0; i < symbols.size; i++)
        for (size_t k = 0; k < between->n_shared; k++) known += term_is_equal(symbols.data[i], between->shared[k]);
    bool all = known == symbols.size;
    term_vec_release(&symbols);
    return all;
}

/* Z3 4.8.12 ends the process in Spacer on some of these ("Failed to find a lemma"). */
static bool has_bit_vectors(const term_store *ts, const smt_separation *between)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, between->below, between->n_below, &all);
    dag_subterms(ts, between->above, between->n_above, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) found = sort_kind_of(ts, term_sort(ts, all.data[i])) == SORT_BV;
    term_vec_release(&all);
    return found;
}

term smt_separate(term_store *ts, const smt_separation *between, const limits *limit, double seconds)
{
    if (has_bit_vectors(ts, between)) return TERM_NONE;
    separator s = {.ts = ts, .between = between, .z3 = z3_terms_new_context()};
    s.bridge = z3_terms_new(ts, s.z3);
    s.fp = Z3_mk_fixedpoint(s.z3);
    Z3_fixedpoint_inc_ref(s.z3, s.fp);
    term t = separate(&s, limit, seconds);
    if (!term_is_none(t) && !is_over_shared(ts, between, t)) t = TERM_NONE;
    Z3_fixedpoint_dec_ref(s.z3, s.fp);
    for (size_t i = 0; i < s.kept.size; i++) Z3_dec_ref(s.z3, s.kept.data[i]);
    z3_ast_list_release(&s.kept);
    z3_terms_free(s.bridge);
    Z3_del_context(s.z3);
    return t;
}
