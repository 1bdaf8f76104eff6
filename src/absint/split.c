#include "absint/split.h"

#include "base/alloc.h"
#include "term/bounds.h"

#include <stdlib.h>

/* Arguments of a predicate that are split; clauses of the new problem. */
enum { MAX_ARGUMENTS = 3, MAX_CLAUSES = 300 };

/* An argument with two values. */
typedef struct dimension {
    uint32_t argument;
    term values[2];
    size_t score; /* how often clauses look at it */
} dimension;

/* The copies of a predicate are numbered from `first` on; bit k of what is above that says which value dimension k has. */
typedef struct split_pred {
    dimension dims[MAX_ARGUMENTS];
    size_t n;
    uint32_t first;
} split_pred;

struct split {
    const horn *h;
    term_store *ts;
    horn *after;
    split_pred *preds;
};

/* ---- what is split ---- */

/* Places where clauses have a condition about the argument, or a value for it. */
static size_t score_of(const horn *h, pred p, uint32_t argument)
{
    const term_store *ts = horn_terms(h);
    size_t score = 0;
    const u32_vec *uses = horn_uses_of(h, p);
    for (size_t i = 0; i < uses->size; i++) {
        const clause *c = horn_clause(h, uses->data[i]);
        for (size_t k = 0; k < c->n_body; k++) {
            if (!pred_is_equal(c->body[k].pred, p)) continue;
            term t = c->body[k].args[argument];
            score += term_is_value(ts, t) || dag_has_symbol(ts, c->constraint, t);
        }
    }
    return score;
}

/* False if the argument is not known to have two values. */
static bool find_values(const horn *h, pred p, uint32_t argument, const bounds *known, dimension *out)
{
    term_store *ts = horn_terms(h);
    term x = horn_param(h, p, argument);
    if (term_is_bool(ts, x)) {
        *out = (dimension){.argument = argument, .values = {term_false(ts), term_true(ts)}};
        return true;
    }
    if (sort_kind_of(ts, term_sort(ts, x)) != SORT_INT || bounds_is_contradictory(known)) return false;
    const interval *i = bounds_of(known, x);
    int64_t low, high;
    if (!i->has_low || !i->has_high || !rat_to_int64(&i->low, &low) || !rat_to_int64(&i->high, &high) || high - low != 1) return false;
    *out = (dimension){.argument = argument, .values = {term_mk_int(ts, low), term_mk_int(ts, high)}};
    return true;
}

/* Those that clauses look at most often stay. */
static void insert(split_pred *p, size_t most, const dimension *d)
{
    size_t at = p->n;
    while (at > 0 && p->dims[at - 1].score < d->score) at--;
    if (at == most) return;
    if (p->n < most) p->n++;
    for (size_t k = p->n - 1; k > at; k--) p->dims[k] = p->dims[k - 1];
    p->dims[at] = *d;
}

static void choose(const horn *h, pred p, const model *known, size_t most, split_pred *out)
{
    size_t arity = horn_pred_arity(h, p);
    term_vec params;
    term_vec_init(&params);
    for (uint32_t i = 0; i < arity; i++) term_vec_push(&params, horn_param(h, p, i));
    bounds *b = bounds_new(horn_terms(h), model_get(known, p), params.data, params.size);
    for (uint32_t i = 0; i < arity; i++) {
        dimension d;
        if (!find_values(h, p, i, b, &d)) continue;
        d.score = score_of(h, p, i);
        if (d.score) insert(out, most, &d);
    }
    bounds_free(b);
    term_vec_release(&params);
}

/* ---- the new problem ---- */

static uint32_t count_copies(const split *s, pred p) { return UINT32_C(1) << s->preds[p.id].n; }
static term value_of(const split_pred *p, uint32_t copy, size_t k) { return p->dims[k].values[copy >> k & 1]; }

static void add_preds(split *s)
{
    text name;
    text_init(&name);
    for (uint32_t q = 0; q < horn_pred_count(s->h); q++) {
        sort *sorts = alloc_zeroed(horn_pred_arity(s->h, (pred){q}) + 1, sizeof *sorts);
        for (size_t i = 0; i < horn_pred_arity(s->h, (pred){q}); i++) sorts[i] = horn_pred_sort(s->h, (pred){q}, i);
        s->preds[q].first = (uint32_t)horn_pred_count(s->after);
        for (uint32_t copy = 0; copy < count_copies(s, (pred){q}); copy++) {
            text_clear(&name);
            text_printf(&name, "%s#%u.%u", horn_pred_name(s->h, (pred){q}), q, copy);
            horn_add_pred(s->after, name.data, sorts, horn_pred_arity(s->h, (pred){q}));
        }
        free(sorts);
    }
    text_release(&name);
}

/* The conditions that the atom is of that copy, as values of variables where it has variables. */
static void bind(const split *s, atom a, uint32_t copy, substitution *by, term_vec *conditions)
{
    const split_pred *p = &s->preds[a.pred.id];
    for (size_t k = 0; k < p->n; k++) {
        term t = a.args[p->dims[k].argument], value = value_of(p, copy, k);
        bool is_free = term_kind_of(s->ts, t) == TERM_SYM && term_is_none(substitution_get(by, t));
        if (is_free) substitution_set(by, t, value);
        else term_vec_push(conditions, term_mk_eq(s->ts, t, value));
    }
}

static atom instance_of(const split *s, atom a, uint32_t copy, substitution *by, arena *mem)
{
    if (pred_is_false(a.pred)) return a;
    size_t arity = horn_pred_arity(s->h, a.pred);
    term *args = arena_alloc(mem, (arity + 1) * sizeof *args);
    for (size_t i = 0; i < arity; i++) args[i] = substitution_apply(by, a.args[i]);
    return (atom){{s->preds[a.pred.id].first + copy}, args};
}

/* `choice`: the copies of the body's atoms and of the head, as digits. */
static void add_instance(split *s, const clause *c, size_t choice)
{
    arena mem;
    arena_init(&mem);
    substitution *by = substitution_new(s->ts);
    term_vec conditions;
    term_vec_init(&conditions);
    term_vec_push(&conditions, c->constraint);
    uint32_t *copies = arena_alloc(&mem, (c->n_body + 1) * sizeof *copies);
    for (size_t i = 0; i <= c->n_body; i++) {
        atom a = i < c->n_body ? c->body[i] : c->head;
        uint32_t n = pred_is_false(a.pred) ? 1 : count_copies(s, a.pred);
        copies[i] = (uint32_t)(choice % n);
        choice /= n;
        if (!pred_is_false(a.pred)) bind(s, a, copies[i], by, &conditions);
    }
    term constraint = substitution_apply(by, term_mk_and(s->ts, conditions.data, conditions.size));
    if (!term_is_equal(constraint, term_false(s->ts))) {
        atom *body = arena_alloc(&mem, (c->n_body + 1) * sizeof *body);
        for (size_t i = 0; i < c->n_body; i++) body[i] = instance_of(s, c->body[i], copies[i], by, &mem);
        horn_add_clause_like(s->after, body, c->n_body, constraint, instance_of(s, c->head, copies[c->n_body], by, &mem), c);
    }
    term_vec_release(&conditions);
    substitution_free(by);
    arena_release(&mem);
}

/* False if there are too many clauses. */
static bool add_clauses(split *s)
{
    size_t most = MAX_CLAUSES + 2 * horn_clause_count(s->h), tried = 0;
    for (size_t i = 0; i < horn_clause_count(s->h); i++) {
        const clause *c = horn_clause(s->h, i);
        size_t n = pred_is_false(c->head.pred) ? 1 : count_copies(s, c->head.pred);
        for (size_t k = 0; k < c->n_body && n <= most; k++) n *= count_copies(s, c->body[k].pred);
        tried += n;
        if (tried > 8 * most) return false;
        for (size_t k = 0; k < n && horn_clause_count(s->after) <= most; k++) add_instance(s, c, k);
        if (horn_clause_count(s->after) > most) return false;
    }
    return true;
}

/* NULL if nothing is split, or too much is. */
static split *try_split(const horn *h, const model *known, size_t most)
{
    split *s = alloc_zeroed(1, sizeof *s);
    *s = (split){.h = h, .ts = horn_terms(h), .after = horn_new(horn_terms(h)), .preds = alloc_zeroed(horn_pred_count(h) + 1, sizeof *s->preds)};
    bool any = false;
    for (uint32_t q = 0; q < horn_pred_count(h); q++) {
        choose(h, (pred){q}, known, most, &s->preds[q]);
        any |= s->preds[q].n > 0;
    }
    if (any) add_preds(s);
    if (any && add_clauses(s)) return s;
    split_free(s);
    return NULL;
}

split *split_new(const horn *h, const model *known)
{
    split *s = NULL;
    for (size_t most = MAX_ARGUMENTS; most > 0 && !s; most--) s = try_split(h, known, most);
    return s;
}

void split_free(split *s)
{
    horn_free(s->after);
    free(s->preds);
    free(s);
}

const horn *split_problem(const split *s) { return s->after; }

/* ---- back ---- */

/* The parts of `facts` that `known` does not have. */
static term news_of(term_store *ts, term facts, term known)
{
    term_vec parts, old;
    term_vec_init(&parts);
    term_vec_init(&old);
    dag_conjuncts(ts, facts, &parts);
    dag_conjuncts(ts, known, &old);
    size_t kept = 0;
    for (size_t i = 0; i < parts.size; i++)
        if (!term_vec_has(&old, parts.data[i])) parts.data[kept++] = parts.data[i];
    term news = term_mk_and(ts, parts.data, kept);
    term_vec_release(&parts);
    term_vec_release(&old);
    return news;
}

void split_conjoin(const split *s, const model *copies, model *out)
{
    for (uint32_t q = 0; q < horn_pred_count(s->h); q++) {
        const split_pred *p = &s->preds[q];
        term known = model_get(out, (pred){q}), all = known;
        for (uint32_t copy = 0; copy < count_copies(s, (pred){q}); copy++) {
            term facts = news_of(s->ts, model_get(copies, (pred){p->first + copy}), known);
            for (size_t k = 0; k < p->n; k++) {
                term is_other = term_mk_not(s->ts, term_mk_eq(s->ts, horn_param(s->h, (pred){q}, p->dims[k].argument), value_of(p, copy, k)));
                facts = term_mk_or2(s->ts, is_other, facts);
            }
            all = term_mk_and2(s->ts, all, facts);
        }
        model_set(out, (pred){q}, all);
    }
}
