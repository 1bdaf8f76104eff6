#include "term/bounds.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/float.h"

/* Rounds over the formula: as long as a symbol gets a bound that had none, and a few more, but never very many. */
enum { MORE_ROUNDS = 3, MAX_ROUNDS = 200 };
/* Disjunctions inside each other that are looked into, and the arguments that such a one may have. */
enum { MAX_DEPTH = 4, MAX_DISJUNCTS = 64 };

VEC_DECLARE(interval_vec, interval);

typedef struct change {
    uint32_t slot;
    interval before;
} change;
VEC_DECLARE(change_vec, change);

typedef struct monomial {
    rat c;
    term t;
} monomial;
VEC_DECLARE(monomial_vec, monomial);

struct bounds {
    term_store *ts;
    term_vec terms; /* Int and bit-vector subterms, arguments first */
    u32_map slot_of; /* their indices */
    interval_vec intervals; /* of each of them */
    u32_map refuted; /* atoms that are false where the formula is true */
    change_vec trail; /* inside a disjunction: to be undone */
    monomial_vec sum; /* scratch: the atom at hand */
    interval_vec parts; /* its monomials' intervals */
    size_t depth; /* of disjunctions around */
    bool empty, opened; /* a symbol has no value left; one has got its first bound on a side */
    bool strict; /* a quotient by a term that may be 0 may be anything */
};

static interval *interval_at(const bounds *b, term t)
{
    const uint32_t *slot = u32_map_find(&b->slot_of, t.id);
    return slot ? &b->intervals.data[*slot] : NULL;
}

const interval *bounds_of(const bounds *b, term t)
{
    const interval *found = interval_at(b, t);
    assert(found);
    return found;
}

bool bounds_is_contradictory(const bounds *b) { return b->empty; }

static bool is_nonzero(const bounds *b, term t)
{
    rat zero;
    rat_init(&zero);
    if (!interval_contains(interval_at(b, t), &zero)) return true;
    term atom = term_mk_eq(b->ts, t, term_mk_int(b->ts, 0));
    return u32_map_find(&b->refuted, atom.id) != NULL;
}

bool bounds_is_nonzero(const bounds *b, term t) { return is_nonzero(b, t); }

/* ---- upwards: from the symbols to the terms ---- */

/* Cuts r, the interval of t, by an atom that is true there, if both are about one linear form. */
static void cut_by_atom(bounds *b, interval *r, term t, term atom)
{
    if (term_kind_of(b->ts, atom) != TERM_LE) return;
    term form = term_arg(b->ts, atom, 0);
    if (!sort_is_equal(term_sort(b->ts, form), term_sort(b->ts, t))) return; /* reals */
    rat limit;
    rat_init(&limit);
    rat_set(&limit, term_number(b->ts, term_arg(b->ts, atom, 1)));
    term above = term_mk_sub(b->ts, t, form), around = term_mk_add2(b->ts, t, form);
    if (term_kind_of(b->ts, above) == TERM_NUM) {
        rat_add(&limit, &limit, term_number(b->ts, above));
        interval_cut_high(r, &limit);
    } else if (term_kind_of(b->ts, around) == TERM_NUM) {
        rat_sub(&limit, term_number(b->ts, around), &limit);
        interval_cut_low(r, &limit);
    }
    rat_release(&limit);
}

/* r := the interval of a branch, where its condition holds; false if it never does. */
static bool find_branch(bounds *b, interval *r, term condition, term branch)
{
    interval_set(r, interval_at(b, branch));
    if (sort_kind_of(b->ts, term_sort(b->ts, branch)) != SORT_INT) return true;
    term_vec atoms;
    term_vec_init(&atoms);
    dag_conjuncts(b->ts, condition, &atoms);
    for (size_t i = 0; i < atoms.size; i++) cut_by_atom(b, r, branch, atoms.data[i]);
    term_vec_release(&atoms);
    return !interval_is_empty(r);
}

static void find_ite(bounds *b, interval *r, term t)
{
    term c = term_arg(b->ts, t, 0), yes = term_arg(b->ts, t, 1), no = term_arg(b->ts, t, 2);
    interval then, otherwise;
    interval_init(&then);
    interval_init(&otherwise);
    bool may = find_branch(b, &then, c, yes), may_not = find_branch(b, &otherwise, term_mk_not(b->ts, c), no);
    if (may && may_not) interval_join(r, &then, &otherwise);
    else if (may) interval_set(r, &then);
    else if (may_not) interval_set(r, &otherwise);
    else interval_join(r, interval_at(b, yes), interval_at(b, no));
    interval_release(&then);
    interval_release(&otherwise);
}

static void find_sum(const bounds *b, interval *r, term t)
{
    interval_set(r, interval_at(b, term_arg(b->ts, t, 0)));
    for (size_t i = 1; i < term_arity(b->ts, t); i++) interval_add(r, r, interval_at(b, term_arg(b->ts, t, i)));
}

/* Equal factors stand side by side. */
static void find_product(const bounds *b, interval *r, term t)
{
    interval factor;
    interval_init(&factor);
    rat zero;
    rat_init(&zero);
    rat_set_int(&zero, 1);
    interval_set_number(r, &zero);
    rat_set_int(&zero, 0);
    for (size_t i = 0; i < term_arity(b->ts, t);) {
        term a = term_arg(b->ts, t, i);
        bool is_square = i + 1 < term_arity(b->ts, t) && term_is_equal(a, term_arg(b->ts, t, i + 1));
        interval_set(&factor, interval_at(b, a));
        if (is_square) interval_mul(&factor, &factor, interval_at(b, a));
        if (is_square) interval_cut_low(&factor, &zero);
        interval_mul(r, r, &factor);
        i += is_square ? 2 : 1;
    }
    interval_release(&factor);
}

static void find_quotient(const bounds *b, interval *r, term t)
{
    term a = term_arg(b->ts, t, 0), by = term_arg(b->ts, t, 1);
    if (b->strict && !is_nonzero(b, by)) interval_set_all(r);
    else if (term_kind_of(b->ts, t) == TERM_IDIV) interval_div(r, interval_at(b, a), interval_at(b, by));
    else interval_mod(r, interval_at(b, a), interval_at(b, by));
}

/* `or` and `xor` have no bit above the arguments' highest. */
static void find_either(interval *r, const interval *x, const interval *y)
{
    interval both;
    interval_init(&both);
    interval_join(&both, x, y);
    interval_set_bits(r, interval_signed_width(&both) - 1);
    interval_release(&both);
}

static void find_bits(const bounds *b, interval *r, term t)
{
    interval_set_bits(r, sort_bv_width(b->ts, term_sort(b->ts, t)));
    switch (term_kind_of(b->ts, t)) {
    case TERM_BVNUM: interval_set_number(r, term_number(b->ts, t)); break;
    case TERM_BV_AND:
        for (size_t i = 0; i < 2; i++) interval_cut_high(r, &interval_at(b, term_arg(b->ts, t, i))->high);
        break;
    case TERM_BV_OR:
    case TERM_BV_XOR: find_either(r, interval_at(b, term_arg(b->ts, t, 0)), interval_at(b, term_arg(b->ts, t, 1))); break;
    case TERM_BV_LSHR: interval_cut_high(r, &interval_at(b, term_arg(b->ts, t, 0))->high); break;
    case TERM_BV_ZERO_EXT: interval_set(r, interval_at(b, term_arg(b->ts, t, 0))); break;
    case TERM_INT_TO_BV: {
        const interval *x = interval_at(b, term_arg(b->ts, t, 0));
        if (interval_is_within(x, r)) interval_set(r, x);
        break;
    }
    default: break;
    }
}

static void find_float(const bounds *b, interval *r, term t)
{
    bool is_int = term_float_operation(b->ts, t) == IEEE_TO_INT;
    rat limit;
    rat_init(&limit);
    rat_set_pow2(&limit, is_int ? 64 : term_float_width(b->ts, t) - 1);
    interval_set_all(r);
    interval_cut_high(r, &limit);
    rat_neg(&limit, &limit);
    interval_cut_low(r, &limit);
    rat_release(&limit);
}

static void find(bounds *b, interval *r, term t)
{
    switch (term_kind_of(b->ts, t)) {
    case TERM_NUM: interval_set_number(r, term_number(b->ts, t)); break;
    case TERM_ADD: find_sum(b, r, t); break;
    case TERM_SCALE: interval_scale(r, term_number(b->ts, term_arg(b->ts, t, 0)), interval_at(b, term_arg(b->ts, t, 1))); break;
    case TERM_MUL: find_product(b, r, t); break;
    case TERM_IDIV:
    case TERM_MOD: find_quotient(b, r, t); break;
    case TERM_ITE: find_ite(b, r, t); break;
    case TERM_FLOAT: find_float(b, r, t); break;
    case TERM_BV_TO_NAT: interval_set(r, interval_at(b, term_arg(b->ts, t, 0))); break;
    default:
        if (sort_kind_of(b->ts, term_sort(b->ts, t)) == SORT_BV) find_bits(b, r, t);
        else interval_set_all(r);
    }
}

static bool is_symbol(const bounds *b, term t)
{
    return term_kind_of(b->ts, t) == TERM_SYM && sort_kind_of(b->ts, term_sort(b->ts, t)) == SORT_INT;
}

static void find_all(bounds *b)
{
    for (size_t i = 0; i < b->terms.size; i++)
        if (!is_symbol(b, b->terms.data[i])) find(b, &b->intervals.data[i], b->terms.data[i]);
}

/* ---- downwards: from the atoms to the symbols ---- */

static void note_change(bounds *b, interval *at, const interval *before)
{
    b->empty |= interval_is_empty(at);
    b->opened |= (at->has_low && !before->has_low) || (at->has_high && !before->has_high);
    if (!b->depth) return;
    change c = {.slot = (uint32_t)(at - b->intervals.data)};
    interval_init(&c.before);
    interval_set(&c.before, before);
    change_vec_push(&b->trail, c);
}

static void cut(bounds *b, term symbol, const interval *to)
{
    interval *at = interval_at(b, symbol), before;
    interval_init(&before);
    interval_set(&before, at);
    if (interval_meet(at, to)) note_change(b, at, &before);
    interval_release(&before);
}

static void collect_monomial(void *context, const rat *c, term t)
{
    bounds *b = context;
    monomial m = {.t = t};
    rat_init(&m.c);
    rat_set(&m.c, c);
    monomial_vec_push(&b->sum, m);
    interval part;
    interval_init(&part);
    if (term_is_none(t)) interval_set_number(&part, c);
    else interval_scale(&part, c, interval_at(b, t));
    assert(b->sum.size == b->parts.size + 1);
    interval_vec_push(&b->parts, part);
}

static void release_sum(bounds *b)
{
    for (size_t i = 0; i < b->sum.size; i++) {
        assert(b->sum.size == b->parts.size);
        rat_release(&b->sum.data[i].c);
        interval_release(&b->parts.data[i]);
    }
    monomial_vec_clear(&b->sum);
    interval_vec_clear(&b->parts);
}

/* The sums of the parts' bounds on one side, those that are missing counted. */
typedef struct total {
    rat sum;
    size_t missing;
} total;

static const rat *bound_of(const interval *a, bool low) { return low ? (a->has_low ? &a->low : NULL) : a->has_high ? &a->high : NULL; }

static void add_up(const bounds *b, total *r, bool low)
{
    rat_init(&r->sum);
    r->missing = 0;
    for (size_t i = 0; i < b->parts.size; i++) {
        const rat *n = bound_of(&b->parts.data[i], low);
        if (n) rat_add(&r->sum, &r->sum, n);
        else r->missing++;
    }
}

/* c * t, the i-th part, is at most (low: the others' low bounds are taken off) or at least the limit minus the others. */
static void cut_part(bounds *b, size_t i, const total *all, const rat *limit, bool low)
{
    const monomial *m = &b->sum.data[i];
    const rat *own = bound_of(&b->parts.data[i], low);
    if (term_is_none(m->t) || !is_symbol(b, m->t) || all->missing > (own ? 0 : 1)) return;
    interval to;
    interval_init(&to);
    rat n;
    rat_init(&n);
    rat_sub(&n, limit, &all->sum);
    if (own) rat_add(&n, &n, own);
    assert(rat_sign(&m->c));
    rat_div(&n, &n, &m->c);
    if ((rat_sign(&m->c) > 0) == low) {
        rat_floor(&n, &n);
        interval_cut_high(&to, &n);
    } else {
        rat_ceil(&n, &n);
        interval_cut_low(&to, &n);
    }
    cut(b, m->t, &to);
    rat_release(&n);
    interval_release(&to);
}

/* The sum at hand is at most (low) or at least the limit. */
static void cut_sum(bounds *b, const rat *limit, bool low)
{
    total all;
    add_up(b, &all, low);
    int order = rat_cmp(&all.sum, limit);
    if (!all.missing && (low ? order > 0 : order < 0)) b->empty = true;
    for (size_t i = 0; i < b->sum.size && !b->empty && all.missing < 2; i++) cut_part(b, i, &all, limit, low);
    rat_release(&all.sum);
}

static void cut_by_relation(bounds *b, term atom)
{
    const rat *limit = term_number(b->ts, term_arg(b->ts, atom, 1));
    term_linear_each(b->ts, term_arg(b->ts, atom, 0), collect_monomial, b);
    cut_sum(b, limit, true);
    if (term_kind_of(b->ts, atom) == TERM_EQ && !b->empty) cut_sum(b, limit, false);
    release_sum(b);
}

/* The symbol is not n: that cuts if n is its first or last value. */
static void cut_by_hole(bounds *b, term symbol, const rat *n)
{
    interval to;
    interval_init(&to);
    interval_set(&to, interval_at(b, symbol));
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    if (to.has_low && rat_is_equal(&to.low, n)) rat_add(&to.low, &to.low, &one);
    if (to.has_high && rat_is_equal(&to.high, n)) rat_sub(&to.high, &to.high, &one);
    cut(b, symbol, &to);
    interval_release(&to);
}

static bool is_int_relation(const bounds *b, term t)
{
    term_kind k = term_kind_of(b->ts, t);
    if (k != TERM_LE && k != TERM_EQ) return false;
    if (sort_kind_of(b->ts, term_sort(b->ts, term_arg(b->ts, t, 0))) != SORT_INT) return false;
    return term_kind_of(b->ts, term_arg(b->ts, t, 1)) == TERM_NUM;
}

static void cut_by(bounds *b, term t, bool positive);

/* What one disjunct says of a symbol, joined with what those before said. */
typedef struct opinion {
    uint32_t slot;
    size_t count; /* disjuncts that say something */
    interval joined;
} opinion;
VEC_DECLARE(opinion_vec, opinion);

static void note_opinion(opinion_vec *all, u32_map *index, uint32_t slot, const interval *now, size_t disjunct)
{
    bool is_new;
    uint32_t *at = u32_map_put(index, slot, &is_new);
    if (is_new) {
        *at = (uint32_t)all->size;
        opinion o = {.slot = slot};
        interval_init(&o.joined);
        opinion_vec_push(all, o);
    }
    opinion *o = &all->data[*at];
    if (o->count > disjunct) return; /* a second change in this one */
    if (o->count < disjunct) return; /* an earlier one left it open */
    if (disjunct == 0) interval_set(&o->joined, now);
    else interval_join(&o->joined, &o->joined, now);
    o->count++;
}

static void undo(bounds *b, size_t to)
{
    assert(to <= b->trail.size);
    while (b->trail.size > to) {
        change c = change_vec_pop(&b->trail);
        interval_set(&b->intervals.data[c.slot], &c.before);
        interval_release(&c.before);
    }
}

static void cut_by_disjunction(bounds *b, term t, bool positive)
{
    if (b->depth >= MAX_DEPTH || term_arity(b->ts, t) > MAX_DISJUNCTS) return;
    opinion_vec all;
    u32_map index;
    opinion_vec_init(&all);
    u32_map_init(&index);
    size_t possible = 0;
    bool opened = b->opened;
    b->depth++;
    for (size_t i = 0; i < term_arity(b->ts, t); i++) {
        size_t mark = b->trail.size;
        cut_by(b, term_arg(b->ts, t, i), positive);
        for (size_t k = mark; k < b->trail.size && !b->empty; k++) {
            uint32_t slot = b->trail.data[k].slot;
            note_opinion(&all, &index, slot, &b->intervals.data[slot], possible);
        }
        if (!b->empty) possible++;
        undo(b, mark);
        b->empty = false;
    }
    assert(b->depth > 0 && b->depth <= MAX_DEPTH && possible <= term_arity(b->ts, t));
    b->depth--;
    b->opened = opened;
    b->empty = possible == 0;
    for (size_t i = 0; i < all.size; i++) {
        opinion *o = &all.data[i];
        if (!b->empty && o->count == possible) cut(b, b->terms.data[o->slot], &o->joined);
        interval_release(&o->joined);
    }
    opinion_vec_release(&all);
    u32_map_release(&index);
}

/* Recurses into disjunctions only, to a fixed depth. */
static void cut_by_literal(bounds *b, term t, bool positive)
{
    if (term_kind_of(b->ts, t) == TERM_NOT) {
        t = term_arg(b->ts, t, 0);
        positive = !positive;
    }
    term_kind k = term_kind_of(b->ts, t);
    if (k == TERM_AND || k == TERM_OR) {
        if ((k == TERM_AND) == positive) cut_by(b, t, positive);
        else cut_by_disjunction(b, t, positive);
    } else if (k == TERM_TRUE || k == TERM_FALSE) {
        b->empty |= (k == TERM_TRUE) != positive;
    } else if (is_int_relation(b, t)) {
        term negated = positive ? t : term_mk_not(b->ts, t);
        if (!positive && !b->depth) u32_map_put(&b->refuted, t.id, NULL);
        if (term_kind_of(b->ts, negated) != TERM_NOT) cut_by_relation(b, negated);
        else if (is_symbol(b, term_arg(b->ts, t, 0))) cut_by_hole(b, term_arg(b->ts, t, 0), term_number(b->ts, term_arg(b->ts, t, 1)));
    }
}

static void cut_by(bounds *b, term t, bool positive)
{
    term_vec stack; /* conjunctions may stand inside each other */
    term_vec_init(&stack);
    term_vec_push(&stack, t);
    while (stack.size && !b->empty) {
        term top = term_vec_pop(&stack);
        if (term_kind_of(b->ts, top) == (positive ? TERM_AND : TERM_OR)) {
            for (size_t i = 0; i < term_arity(b->ts, top); i++) term_vec_push(&stack, term_arg(b->ts, top, i));
        } else {
            cut_by_literal(b, top, positive);
        }
    }
    term_vec_release(&stack);
}

/* ---- all of it ---- */

static void add_terms(bounds *b, term formula, const term *others, size_t n)
{
    term_vec roots, all;
    term_vec_init(&roots);
    term_vec_init(&all);
    term_vec_push(&roots, formula);
    term_vec_append(&roots, others, n);
    dag_subterms(b->ts, roots.data, roots.size, &all);
    for (size_t i = 0; i < all.size; i++) {
        sort_kind k = sort_kind_of(b->ts, term_sort(b->ts, all.data[i]));
        if (k != SORT_INT && k != SORT_BV) continue;
        *u32_map_put(&b->slot_of, all.data[i].id, NULL) = (uint32_t)b->terms.size;
        term_vec_push(&b->terms, all.data[i]);
        interval any;
        interval_init(&any);
        interval_vec_push(&b->intervals, any);
    }
    term_vec_release(&roots);
    term_vec_release(&all);
}

bounds *bounds_new(term_store *ts, term formula, const term *others, size_t n)
{
    bounds *b = alloc_zeroed(1, sizeof *b);
    b->ts = ts;
    b->strict = true;
    add_terms(b, formula, others, n);
    for (int round = 0, more = MORE_ROUNDS; round < MAX_ROUNDS && more > 0 && !b->empty; round++, more--) {
        find_all(b);
        b->opened = false;
        cut_by(b, formula, true);
        if (b->opened) more = MORE_ROUNDS;
    }
    assert(!b->depth && !b->trail.size);
    b->strict = false;
    if (!b->empty) find_all(b);
    return b;
}

void bounds_free(bounds *b)
{
    if (!b) return;
    for (size_t i = 0; i < b->intervals.size; i++) interval_release(&b->intervals.data[i]);
    interval_vec_release(&b->intervals);
    term_vec_release(&b->terms);
    u32_map_release(&b->slot_of);
    u32_map_release(&b->refuted);
    change_vec_release(&b->trail);
    monomial_vec_release(&b->sum);
    interval_vec_release(&b->parts);
    free(b);
}
