#include "engine/la/project.h"

/* A decision: the minterm of what is true in the model. Of a disjunction one true part is kept, of an if-then-else the branch taken. */

VEC_DECLARE(bool_vec, bool);

typedef struct projector {
    la *la;
    term_store *ts;
    edge *edge;
    evaluator *values; /* of the clause's variables and of the atom's parameters */
    substitution *names; /* variables that are arguments of the atom: its parameters */
    term_vec todo; /* formulas of the model still to split, */
    bool_vec truth; /* and what they are there */
    u32_map seen; /* formulas that were split */
    u32_map known; /* those in literals: */
    term_vec literals;
    bool failed;
} projector;

static term value_of(projector *p, term t)
{
    bool div0 = false;
    term v = evaluator_eval(p->values, t, &div0);
    if (term_is_none(v) || div0) p->failed = true;
    return div0 ? TERM_NONE : v;
}

static bool is_true(projector *p, term t) { return term_is_equal(value_of(p, t), term_true(p->ts)); }

static void require(projector *p, term t, bool truth)
{
    term_vec_push(&p->todo, t);
    bool_vec_push(&p->truth, truth);
}

/* One argument of a disjunction that has the value; one that is needed anyway if there is one. */
static void require_one(projector *p, term t, bool truth)
{
    term chosen = TERM_NONE;
    for (size_t i = 0; i < term_arity(p->ts, t) && !p->failed; i++) {
        term arg = term_arg(p->ts, t, i);
        if (is_true(p, arg) != truth) continue;
        if (term_is_none(chosen)) chosen = arg;
        if (!u32_map_find(&p->seen, arg.id)) continue;
        chosen = arg;
        break;
    }
    if (term_is_none(chosen)) p->failed = true;
    else require(p, chosen, truth);
}

/* The term without if-then-else: the branches taken in the model, whose conditions are required. */
static term take_branches(projector *p, term t)
{
    term_vec subterms, args;
    term_vec_init(&subterms);
    term_vec_init(&args);
    dag_subterms(p->ts, &t, 1, &subterms);
    u32_map became;
    u32_map_init(&became);
    for (size_t i = 0; i < subterms.size; i++) {
        term s = subterms.data[i], now = s;
        size_t n = term_arity(p->ts, s);
        bool changed = false;
        term_vec_clear(&args);
        for (size_t k = 0; k < n; k++) {
            term arg = term_arg(p->ts, s, k);
            uint32_t *b = u32_map_find(&became, arg.id);
            term_vec_push(&args, b ? (term){*b} : arg);
            changed |= !term_is_equal(args.data[k], arg);
        }
        if (term_kind_of(p->ts, s) == TERM_ITE) {
            bool c = is_true(p, term_arg(p->ts, s, 0));
            require(p, term_arg(p->ts, s, 0), c);
            now = args.data[c ? 1 : 2];
        } else if (changed) {
            now = term_rebuild(p->ts, s, args.data);
        }
        if (!term_is_equal(now, s)) *u32_map_put(&became, s.id, NULL) = now.id;
    }
    uint32_t *b = u32_map_find(&became, t.id);
    term without = b ? (term){*b} : t;
    u32_map_release(&became);
    term_vec_release(&subterms);
    term_vec_release(&args);
    return without;
}

/* `a` and `b`, numbers, differ: how they do in the model. */
static term difference(projector *p, term a, term b)
{
    return is_true(p, term_mk_lt(p->ts, a, b)) ? term_mk_lt(p->ts, a, b) : term_mk_lt(p->ts, b, a);
}

/* A summand  s div c  of an order atom, with factor 1 or -1 and a positive numeral c. */
typedef struct quotient {
    const term_store *ts;
    term of; /* TERM_NONE: none */
    bool negative;
} quotient;

static void find_quotient(void *context, const rat *factor, term t)
{
    quotient *q = context;
    if (term_is_none(t) || term_kind_of(q->ts, t) != TERM_IDIV || !(rat_is_one(factor) || rat_is_minus_one(factor))) return;
    term by = term_arg(q->ts, t, 1);
    if (term_kind_of(q->ts, by) != TERM_NUM || rat_sign(term_number(q->ts, by)) <= 0) return;
    q->of = t;
    q->negative = rat_is_minus_one(factor);
}

/* k <= s div c  is  c k <= s, and  s div c <= k  is  s <= c k + c - 1. */
static term undo_division(term_store *ts, term t)
{
    while (term_kind_of(ts, t) == TERM_LE) {
        quotient q = {.ts = ts, .of = TERM_NONE};
        term_linear_each(ts, term_arg(ts, t, 0), find_quotient, &q);
        if (term_is_none(q.of)) return t;
        /* The atom without the quotient:  q <= k, or k <= q. */
        term s = term_arg(ts, q.of, 0), c = term_arg(ts, q.of, 1), lhs = term_arg(ts, t, 0), rhs = term_arg(ts, t, 1);
        const rat *factor = term_number(ts, c);
        if (q.negative) {
            term k = term_mk_sub(ts, term_mk_add2(ts, lhs, q.of), rhs);
            t = term_mk_le(ts, term_mk_scale(ts, factor, k), s);
        } else {
            term k = term_mk_sub(ts, rhs, term_mk_sub(ts, lhs, q.of));
            t = term_mk_lt(ts, s, term_mk_add2(ts, term_mk_scale(ts, factor, k), c));
        }
    }
    return t;
}

static void add_literal(projector *p, term t, bool truth)
{
    t = take_branches(p, t);
    if (term_is_value(p->ts, t)) return;
    term l = truth ? t : term_mk_not(p->ts, t);
    if (!truth && term_kind_of(p->ts, t) == TERM_EQ && term_is_arith(p->ts, term_arg(p->ts, t, 0)))
        l = difference(p, term_arg(p->ts, t, 0), term_arg(p->ts, t, 1));
    l = undo_division(p->ts, substitution_apply(p->names, l));
    bool added;
    u32_map_put(&p->known, l.id, &added);
    if (added && !term_is_value(p->ts, l)) term_vec_push(&p->literals, l);
}

static void split(projector *p, term t, bool truth)
{
    switch (term_kind_of(p->ts, t)) {
    case TERM_NOT: require(p, term_arg(p->ts, t, 0), !truth); return;
    case TERM_AND:
    case TERM_OR:
        if ((term_kind_of(p->ts, t) == TERM_AND) != truth) {
            require_one(p, t, truth);
            return;
        }
        for (size_t i = 0; i < term_arity(p->ts, t); i++) require(p, term_arg(p->ts, t, i), truth);
        return;
    case TERM_ITE: {
        bool c = is_true(p, term_arg(p->ts, t, 0));
        require(p, term_arg(p->ts, t, 0), c);
        require(p, term_arg(p->ts, t, c ? 1 : 2), truth);
        return;
    }
    case TERM_EQ:
        if (term_is_bool(p->ts, term_arg(p->ts, t, 0))) {
            for (size_t i = 0; i < 2; i++) require(p, term_arg(p->ts, t, i), is_true(p, term_arg(p->ts, t, i)));
            return;
        }
        break;
    default: break;
    }
    add_literal(p, t, truth);
}

static void split_all(projector *p)
{
    while (p->todo.size && !p->failed) {
        term t = term_vec_pop(&p->todo);
        bool truth = bool_vec_pop(&p->truth), added;
        u32_map_put(&p->seen, t.id, &added);
        if (added) split(p, t, truth);
    }
}

/* The atom's arguments are its parameters. */
static void name_arguments(projector *p, atom at)
{
    for (size_t i = 0; i < horn_pred_arity(p->la->h, at.pred); i++) {
        term param = horn_param(p->la->h, at.pred, i), arg = at.args[i], v = value_of(p, arg);
        if (p->failed) return;
        evaluator_set(p->values, param, v);
        if (term_kind_of(p->ts, arg) != TERM_SYM || !term_is_none(substitution_get(p->names, arg))) continue;
        substitution_set(p->names, arg, param);
    }
    for (size_t i = 0; i < horn_pred_arity(p->la->h, at.pred); i++) {
        term param = horn_param(p->la->h, at.pred, i), arg = at.args[i];
        if (term_kind_of(p->ts, arg) == TERM_SYM && term_is_equal(substitution_get(p->names, arg), param)) continue;
        if (term_is_bool(p->ts, param)) {
            bool truth = is_true(p, arg);
            term_vec_push(&p->literals, truth ? param : term_mk_not(p->ts, param));
            require(p, arg, truth);
        } else {
            add_literal(p, term_mk_eq(p->ts, param, arg), true);
        }
    }
}

static void projector_init(projector *p, la *a, edge *e)
{
    *p = (projector){.la = a, .ts = a->ts, .edge = e, .values = evaluator_new(a->ts), .names = substitution_new(a->ts)};
    const clause *c = edge_clause(e);
    for (size_t i = 0; i < c->n_vars && !p->failed; i++) {
        term v = edge_value(e, c->vars[i]);
        if (term_is_none(v)) p->failed = true;
        else evaluator_set(p->values, c->vars[i], v);
    }
}

static void projector_release(projector *p)
{
    evaluator_free(p->values);
    substitution_free(p->names);
    term_vec_release(&p->todo);
    bool_vec_release(&p->truth);
    u32_map_release(&p->seen);
    u32_map_release(&p->known);
    term_vec_release(&p->literals);
}

static atom atom_at(const clause *c, size_t i) { return i < c->n_body ? c->body[i] : c->head; }

static bool all_true(projector *p, const term *formulas, size_t n)
{
    for (size_t i = 0; i < n && !p->failed; i++)
        if (!is_true(p, formulas[i])) return false;
    return !p->failed && is_true(p, edge_clause(p->edge)->constraint);
}

bool project(la *a, edge *e, size_t at, const term *formulas, size_t n, term_vec *out)
{
    const clause *c = edge_clause(e);
    projector p;
    projector_init(&p, a, e);
    bool ok = !p.failed && all_true(&p, formulas, n);
    if (ok) {
        name_arguments(&p, atom_at(c, at));
        require(&p, c->constraint, true);
        for (size_t i = 0; i < n; i++) require(&p, formulas[i], true);
        split_all(&p);
        term_vec vars;
        term_vec_init(&vars);
        for (size_t i = 0; i < c->n_vars; i++)
            if (term_is_none(substitution_get(p.names, c->vars[i]))) term_vec_push(&vars, c->vars[i]);
        ok = !p.failed && eliminate_arrays(a->ts, p.values, &vars, &p.literals) &&
             eliminate(a->ts, p.values, vars.data, vars.size, &p.literals);
        term_vec_release(&vars);
    }
    if (ok) term_vec_append(out, p.literals.data, p.literals.size);
    projector_release(&p);
    return ok;
}

#define ELIMINATE_SECONDS 1.0

void project_all(la *a, edge *e, size_t at, const term *formulas, size_t n, term_vec *out)
{
    const clause *c = edge_clause(e);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_append(&parts, formulas, n);
    term_vec_push(&parts, c->constraint);
    atom target = atom_at(c, at);
    for (size_t i = 0; i < horn_pred_arity(a->h, target.pred); i++)
        term_vec_push(&parts, term_mk_eq(a->ts, horn_param(a->h, target.pred, i), target.args[i]));
    term t = smt_eliminate(a->solver, c->vars, c->n_vars, term_mk_and(a->ts, parts.data, parts.size), ELIMINATE_SECONDS);
    term_vec_release(&parts);
    if (term_is_none(t)) return;
    term_vec_clear(out);
    dag_conjuncts(a->ts, t, out);
}
