#include "engine/spacer_session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static Z3_ast keep(spacer_session *s, Z3_ast a)
{
    if (!a) return NULL;
    Z3_inc_ref(s->z3, a);
    z3_ast_vec_push(&s->kept, a);
    return a;
}

static Z3_symbol numbered(const spacer_session *s, char prefix, size_t i)
{
    char name[32];
    snprintf(name, sizeof name, "%c%zu", prefix, i);
    return Z3_mk_string_symbol(s->z3, name);
}

static void declare_preds(spacer_session *s)
{
    Z3_sort range = z3_terms_sort(s->bridge, sort_bool(s->ts));
    z3_ast_vec domain;
    z3_ast_vec_init(&domain);
    for (uint32_t i = 0; i < horn_pred_count(s->h); i++) {
        pred p = {i};
        z3_ast_vec_clear(&domain);
        for (size_t k = 0; k < horn_pred_arity(s->h, p); k++)
            z3_ast_vec_push(&domain, (Z3_ast)z3_terms_sort(s->bridge, horn_pred_sort(s->h, p, k)));
        Z3_func_decl f = Z3_mk_func_decl(s->z3, numbered(s, 'p', i), (unsigned)domain.size, (Z3_sort *)domain.data, range);
        z3_ast_vec_push(&s->preds, keep(s, (Z3_ast)f));
    }
    z3_ast_vec_release(&domain);
    Z3_func_decl goal = Z3_mk_func_decl(s->z3, Z3_mk_string_symbol(s->z3, "goal"), 0, NULL, range);
    s->goal = (Z3_func_decl)keep(s, (Z3_ast)goal);
}

static Z3_ast make_atom(spacer_session *s, atom a)
{
    if (pred_is_false(a.pred)) return keep(s, Z3_mk_app(s->z3, s->goal, 0, NULL));
    z3_ast_vec args;
    z3_ast_vec_init(&args);
    bool ok = true;
    for (size_t i = 0; i < horn_pred_arity(s->h, a.pred) && ok; i++) {
        z3_ast_vec_push(&args, z3_terms_to_z3(s->bridge, a.args[i]));
        ok = args.data[i] != NULL;
    }
    Z3_func_decl f = (Z3_func_decl)s->preds.data[a.pred.id];
    Z3_ast made = ok ? keep(s, Z3_mk_app(s->z3, f, (unsigned)args.size, args.data)) : NULL;
    z3_ast_vec_release(&args);
    return made;
}

static Z3_ast make_body(spacer_session *s, const clause *c)
{
    z3_ast_vec parts;
    z3_ast_vec_init(&parts);
    for (size_t i = 0; i < c->n_body; i++) z3_ast_vec_push(&parts, make_atom(s, c->body[i]));
    z3_ast_vec_push(&parts, z3_terms_to_z3(s->bridge, c->constraint));
    bool ok = true;
    for (size_t i = 0; i < parts.size; i++) ok = ok && parts.data[i];
    Z3_ast made = ok ? keep(s, Z3_mk_and(s->z3, (unsigned)parts.size, parts.data)) : NULL;
    z3_ast_vec_release(&parts);
    return made;
}

static Z3_ast make_rule(spacer_session *s, const clause *c)
{
    Z3_ast body = make_body(s, c), head = make_atom(s, c->head);
    if (!body || !head) return NULL;
    Z3_ast rule = keep(s, Z3_mk_implies(s->z3, body, head));
    if (!rule || !c->n_vars) return rule;
    z3_ast_vec vars;
    z3_ast_vec_init(&vars);
    for (size_t i = 0; i < c->n_vars; i++) z3_ast_vec_push(&vars, z3_terms_to_z3(s->bridge, c->vars[i]));
    rule = keep(s, Z3_mk_forall_const(s->z3, 0, (unsigned)vars.size, (Z3_app *)vars.data, 0, NULL, rule));
    z3_ast_vec_release(&vars);
    return rule;
}

bool spacer_session_init(spacer_session *s, const horn *h, const limits *limit, stats *counters)
{
    *s = (spacer_session){.h = h, .ts = horn_terms(h), .limit = limit, .stats = counters};
    s->z3 = z3_terms_new_context();
    s->bridge = z3_terms_new(s->ts, s->z3);
    s->watch = z3_watch_new(s->z3, limit);
    declare_preds(s);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        Z3_ast rule = make_rule(s, horn_clause(h, i));
        if (!rule) return false;
        z3_ast_vec_push(&s->rules, rule);
    }
    return true;
}

void spacer_session_release(spacer_session *s)
{
    z3_watch_free(s->watch);
    for (size_t i = 0; i < s->kept.size; i++) Z3_dec_ref(s->z3, s->kept.data[i]);
    z3_ast_vec_release(&s->kept);
    z3_ast_vec_release(&s->preds);
    z3_ast_vec_release(&s->rules);
    z3_terms_free(s->bridge);
    Z3_del_context(s->z3);
}

const char *spacer_session_error(const spacer_session *s)
{
    Z3_error_code code = Z3_get_error_code(s->z3);
    return code == Z3_OK ? "no reason given" : Z3_get_error_msg(s->z3, code);
}

static void set_params(spacer_session *s, Z3_fixedpoint fp, const spacer_options *o)
{
    static const char *const transformations[] = {
        "xform.slice",       "xform.inline_eager",        "xform.inline_linear",
        "xform.coi",         "xform.subsumption_checker", "xform.tail_simplifier_pve",
    };
    Z3_params params = Z3_mk_params(s->z3);
    Z3_params_inc_ref(s->z3, params);
    Z3_params_set_symbol(s->z3, params, Z3_mk_string_symbol(s->z3, "engine"), Z3_mk_string_symbol(s->z3, "spacer"));
    Z3_params_set_uint(s->z3, params, Z3_mk_string_symbol(s->z3, "spacer.random_seed"), o->seed);
    for (size_t i = 0; !o->transform && i < sizeof transformations / sizeof *transformations; i++)
        Z3_params_set_bool(s->z3, params, Z3_mk_string_symbol(s->z3, transformations[i]), false);
    if (o->max_level > 0 && o->max_level < UINT32_MAX)
        Z3_params_set_uint(s->z3, params, Z3_mk_string_symbol(s->z3, "spacer.max_level"), (unsigned)o->max_level);
    Z3_fixedpoint_set_params(s->z3, fp, params);
    Z3_params_dec_ref(s->z3, params);
}

static bool add_rules(spacer_session *s, Z3_fixedpoint fp, const uint8_t *used)
{
    Z3_fixedpoint_register_relation(s->z3, fp, s->goal);
    for (size_t i = 0; i < s->preds.size; i++) Z3_fixedpoint_register_relation(s->z3, fp, (Z3_func_decl)s->preds.data[i]);
    for (size_t i = 0; i < s->rules.size; i++) {
        if (used && !used[i]) continue;
        Z3_fixedpoint_add_rule(s->z3, fp, s->rules.data[i], numbered(s, 'c', i));
        if (Z3_get_error_code(s->z3) != Z3_OK) return false;
    }
    return true;
}

Z3_fixedpoint spacer_session_fixedpoint(spacer_session *s, const uint8_t *used, const spacer_options *options)
{
    Z3_fixedpoint fp = Z3_mk_fixedpoint(s->z3);
    if (!fp) return NULL;
    Z3_fixedpoint_inc_ref(s->z3, fp);
    set_params(s, fp, options);
    if (add_rules(s, fp, used)) return fp;
    Z3_fixedpoint_dec_ref(s->z3, fp);
    return NULL;
}

Z3_lbool spacer_session_query(spacer_session *s, Z3_fixedpoint fp, double seconds)
{
    double start = limits_work();
    Z3_ast goal = keep(s, Z3_mk_app(s->z3, s->goal, 0, NULL));
    z3_watch_begin(s->watch, seconds);
    Z3_lbool found = Z3_fixedpoint_query(s->z3, fp, goal);
    z3_watch_end(s->watch);
    stats_add(s->stats, spacer_seconds, limits_work() - start);
    return found;
}

/* Reads digits; false if there are none or too many. */
static bool read_number(const char **at, uint32_t *out)
{
    uint64_t n = 0;
    if (!isdigit((unsigned char)**at)) return false;
    for (; isdigit((unsigned char)**at); ++*at) {
        n = n * 10 + (uint64_t)(**at - '0');
        if (n >= SPACER_OTHER) return false;
    }
    *out = (uint32_t)n;
    return true;
}

spacer_tag spacer_session_tag(const spacer_session *s, Z3_func_decl f, bool *sliced)
{
    if (sliced) *sliced = false;
    Z3_symbol symbol = Z3_get_decl_name(s->z3, f);
    if (Z3_get_decl_kind(s->z3, f) != Z3_OP_UNINTERPRETED) return SPACER_OTHER;
    if (Z3_get_symbol_kind(s->z3, symbol) != Z3_STRING_SYMBOL) return SPACER_OTHER;
    const char *at = Z3_get_symbol_string(s->z3, symbol);
    spacer_tag tag = SPACER_OTHER;
    if (strncmp(at, "query!", 6) == 0) return SPACER_TOP;
    if (strncmp(at, "goal", 4) == 0) {
        tag = SPACER_GOAL;
        at += 4;
    } else if (*at++ != 'p' || !read_number(&at, &tag) || tag >= s->preds.size) {
        return SPACER_OTHER;
    }
    if (*at == '\0') return tag;
    if (strncmp(at, "!slice!", 7) != 0) return SPACER_OTHER;
    if (sliced) *sliced = true;
    return tag;
}

uint32_t spacer_session_clause(const spacer_session *s, const char *name)
{
    uint32_t number;
    if (*name++ != 'c' || !read_number(&name, &number)) return SPACER_NO_CLAUSE;
    return (*name == '\0' || *name == ';') && number < s->rules.size ? number : SPACER_NO_CLAUSE;
}
