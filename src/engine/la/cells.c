#include "engine/la/cells.h"

#include <stdlib.h>

/* The abstract interpretation may use this share of the time, and so many seconds at most. */
#define REACH_SHARE 0.15
#define REACH_SECONDS 6.0

bool cell_set_is_subset(const cell_set *a, const cell_set *b)
{
    for (size_t i = 0; i < MAX_CELLS / 64; i++)
        if (a->word[i] & ~b->word[i]) return false;
    return true;
}

size_t cell_set_count(const cell_set *s)
{
    size_t n = 0;
    for (size_t i = 0; i < MAX_CELLS / 64; i++) n += (size_t)__builtin_popcountll(s->word[i]);
    return n;
}

static bool is_same(const cell_set *a, const cell_set *b) { return !memcmp(a, b, sizeof *a); }

static cell_set all_cells(const value_class *c)
{
    cell_set s = {{0}};
    for (uint32_t i = 0; i < value_class_cells(c); i++) cell_set_add(&s, i);
    return s;
}

static const value_class *class_of(const la *a, pred p, uint32_t param)
{
    return &a->cells->values.all.data[a->places[p.id].classes[param]];
}

bool cells_has(const la *a, pred p, uint32_t param) { return a->places[p.id].classes[param] != NO_CLASS; }

/* x in the cells first .. last, without a bound on an open side. */
static term run_formula(term_store *ts, const value_class *c, term x, uint32_t first, uint32_t last, bool from, bool to)
{
    term parts[2];
    size_t n = 0;
    if (from) parts[n++] = first % 2 ? term_mk_ge(ts, x, c->cuts.data[first / 2]) : term_mk_gt(ts, x, c->cuts.data[first / 2 - 1]);
    if (to) parts[n++] = last % 2 ? term_mk_le(ts, x, c->cuts.data[last / 2]) : term_mk_lt(ts, x, c->cuts.data[last / 2]);
    if (first == last && first % 2) return term_mk_eq(ts, x, c->cuts.data[first / 2]);
    return term_mk_and(ts, parts, n);
}

/* x in `set`, given that x is in `universe`. */
static term set_formula(term_store *ts, const value_class *c, term x, const cell_set *set, const cell_set *universe)
{
    term_vec runs;
    term_vec_init(&runs);
    uint32_t n = value_class_cells(c);
    bool before = false; /* a cell of the universe lies before the run */
    for (uint32_t i = 0; i < n; i++) {
        if (!cell_set_has(universe, i)) continue;
        if (!cell_set_has(set, i)) {
            before = true;
            continue;
        }
        uint32_t last = i, next = i + 1;
        for (; next < n && (!cell_set_has(universe, next) || cell_set_has(set, next)); next++)
            if (cell_set_has(set, next)) last = next;
        term_vec_push(&runs, run_formula(ts, c, x, i, last, before, next < n));
        i = next - 1;
    }
    term t = term_mk_or(ts, runs.data, runs.size);
    term_vec_release(&runs);
    return t;
}

literal cells_literal(la *a, pred p, uint32_t param, const cell_set *set)
{
    term x = horn_param(a->h, p, param);
    return (literal){set_formula(a->ts, class_of(a, p, param), x, set, &a->places[p.id].reach[param]), param, *set};
}

bool cells_of_value(const la *a, pred p, uint32_t param, term value, uint32_t *cell)
{
    if (term_is_none(value) || term_kind_of(a->ts, value) != TERM_NUM) return false;
    const value_class *c = class_of(a, p, param);
    for (uint32_t i = 0; i < c->cuts.size; i++) {
        int order = rat_cmp(term_number(a->ts, value), term_number(a->ts, c->cuts.data[i]));
        if (order > 0) continue;
        *cell = 2 * i + (order == 0);
        return true;
    }
    *cell = value_class_cells(c) - 1;
    return true;
}

/* ---- which cells are reachable ---- */

typedef struct reach {
    la *la;
    limits limit;
    bool *reached; /* of each predicate */
    bool changed, failed;
} reach;

/* The body atoms' arguments lie in the cells found so far. */
static void body_formulas(reach *r, edge *e, term_vec *out)
{
    la *a = r->la;
    const clause *c = edge_clause(e);
    for (size_t i = 0; i < c->n_body; i++) {
        pred p = c->body[i].pred;
        for (uint32_t k = 0; k < horn_pred_arity(a->h, p); k++) {
            if (!cells_has(a, p, k)) continue;
            const value_class *v = class_of(a, p, k);
            cell_set all = all_cells(v);
            if (is_same(&all, &a->places[p.id].reach[k])) continue;
            term_vec_push(out, set_formula(a->ts, v, c->body[i].args[k], &a->places[p.id].reach[k], &all));
        }
    }
}

/* Some argument of the head lies in a cell that is not known yet. */
static term news_formula(reach *r, const clause *c)
{
    la *a = r->la;
    pred p = c->head.pred;
    if (!r->reached[p.id]) return term_true(a->ts);
    term_vec parts;
    term_vec_init(&parts);
    for (uint32_t k = 0; k < horn_pred_arity(a->h, p); k++) {
        if (!cells_has(a, p, k)) continue;
        const value_class *v = class_of(a, p, k);
        cell_set all = all_cells(v);
        term known = set_formula(a->ts, v, c->head.args[k], &a->places[p.id].reach[k], &all);
        term_vec_push(&parts, term_mk_not(a->ts, known));
    }
    term t = term_mk_or(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static void add_model(reach *r, edge *e)
{
    la *a = r->la;
    const clause *c = edge_clause(e);
    pred p = c->head.pred;
    r->reached[p.id] = r->changed = true;
    for (uint32_t k = 0; k < horn_pred_arity(a->h, p); k++) {
        if (!cells_has(a, p, k)) continue;
        uint32_t cell;
        if (cells_of_value(a, p, k, edge_value(e, c->head.args[k]), &cell)) cell_set_add(&a->places[p.id].reach[k], cell);
        else r->failed = true;
    }
}

static void reach_clause(reach *r, edge *e)
{
    const clause *c = edge_clause(e);
    for (size_t i = 0; i < c->n_body; i++)
        if (!r->reached[c->body[i].pred.id]) return;
    term_vec formulas;
    term_vec_init(&formulas);
    for (bool again = true; again && !r->failed;) {
        again = false;
        term_vec_clear(&formulas);
        body_formulas(r, e, &formulas);
        term_vec_push(&formulas, news_formula(r, c));
        if (term_is_equal(term_vec_last(&formulas), term_false(r->la->ts))) break;
        switch (edge_check_plain(e, formulas.data, formulas.size)) {
        case SMT_SAT:
            add_model(r, e);
            again = true;
            break;
        case SMT_UNSAT: break;
        case SMT_UNKNOWN: r->failed = true; break;
        }
        if (limits_is_over(&r->limit)) r->failed = true;
    }
    term_vec_release(&formulas);
}

static void reach_all(reach *r)
{
    la *a = r->la;
    for (r->changed = true; r->changed && !r->failed;) {
        r->changed = false;
        for (size_t i = 0; i < horn_clause_count(a->h) && !r->failed; i++)
            if (!pred_is_false(horn_clause(a->h, i)->head.pred)) reach_clause(r, a->edges[i]);
    }
}

/* What was found holds always. */
static void state_reach(reach *r, pred p)
{
    la *a = r->la;
    cube c;
    cube_init(&c);
    if (!r->failed && !r->reached[p.id]) {
        lemma_add(a, p, LEVEL_ALWAYS, &c);
        return;
    }
    for (uint32_t k = 0; k < horn_pred_arity(a->h, p); k++) {
        if (!cells_has(a, p, k)) continue;
        cell_set all = all_cells(class_of(a, p, k));
        if (r->failed) a->places[p.id].reach[k] = all;
        if (is_same(&all, &a->places[p.id].reach[k])) continue;
        term outside = term_mk_not(a->ts, set_formula(a->ts, class_of(a, p, k), horn_param(a->h, p, k), &a->places[p.id].reach[k], &all));
        if (term_is_equal(outside, term_false(a->ts))) continue;
        cube_push(&c, (literal){.formula = outside, .param = NO_PARAM});
        lemma_add(a, p, LEVEL_ALWAYS, &c);
    }
}

void cells_find(la *a)
{
    a->cells = alloc_zeroed(1, sizeof *a->cells);
    a->purpose = PURPOSE(value);
    value_classes_init(&a->cells->values, a->h);
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++)
        for (uint32_t k = 0; k < horn_pred_arity(a->h, (pred){p}); k++) {
            uint32_t *number = &a->places[p].classes[k];
            *number = value_classes_of(&a->cells->values, (pred){p}, k);
            size_t cuts = *number == NO_CLASS ? 0 : a->cells->values.all.data[*number].cuts.size;
            if (!a->options.values || !cuts || 2 * cuts + 1 > MAX_CELLS) *number = NO_CLASS;
        }
    double left = limits_left(&a->limits) * REACH_SHARE;
    reach r = {.la = a, .limit = limits_within(&a->limits, left < REACH_SECONDS ? left : REACH_SECONDS)};
    r.reached = alloc_zeroed(horn_pred_count(a->h) + 1, sizeof *r.reached);
    if (a->options.values) reach_all(&r);
    else r.failed = true;
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++) state_reach(&r, (pred){p});
    free(r.reached);
}

void cells_free(cells *c)
{
    if (!c) return;
    value_classes_release(&c->values);
    free(c);
}

/* ---- literals ---- */

/* An atom about one number x: x (op) bound, or bound (op) x if `flipped`. */
typedef struct simple_atom {
    term_kind op;
    rat slope, constant; /* slope * x + constant (op) 0 */
    size_t n;
} simple_atom;

static void read_simple(void *context, const rat *coefficient, term t)
{
    simple_atom *s = context;
    if (term_is_none(t)) {
        rat_set(&s->constant, coefficient);
        return;
    }
    s->n++;
    rat_set(&s->slope, coefficient);
}

/* Of the atom at x: -1 false, 1 true. */
static int truth_at(const simple_atom *s, const rat *x)
{
    rat v;
    rat_init(&v);
    rat_mul(&v, &s->slope, x);
    rat_add(&v, &v, &s->constant);
    int sign = rat_sign(&v);
    rat_release(&v);
    bool truth = s->op == TERM_EQ ? sign == 0 : s->op == TERM_LE ? sign <= 0 : sign < 0;
    return truth ? 1 : -1;
}

/* Truth of the atom all over a cell; 0 if it varies. An atom changes its truth only at its root and next to it. */
static int truth_in(const la *a, const value_class *c, bool is_int, const simple_atom *s, uint32_t cell)
{
    if (cell % 2) return truth_at(s, term_number(a->ts, c->cuts.data[cell / 2]));
    rat root, inside;
    rat_init(&root);
    rat_init(&inside);
    rat_div(&root, &s->constant, &s->slope);
    rat_neg(&root, &root);
    bool has_low = cell > 0, has_high = cell / 2 < c->cuts.size;
    const rat *low = has_low ? term_number(a->ts, c->cuts.data[cell / 2 - 1]) : NULL;
    const rat *high = has_high ? term_number(a->ts, c->cuts.data[cell / 2]) : NULL;
    bool root_in = (!low || rat_cmp(&root, low) > 0) && (!high || rat_cmp(&root, high) < 0);
    int truth;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    if (is_int) {
        /* The ends of the cell, or a number far on the open side. */
        int ends[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            const rat *end = k ? high : low;
            if (end) (k ? rat_sub : rat_add)(&inside, end, &one);
            else (k ? rat_add : rat_sub)(&inside, &root, &one);
            if (!end && (k ? low : high) && (k ? rat_cmp(&inside, low) <= 0 : rat_cmp(&inside, high) >= 0))
                (k ? rat_add : rat_sub)(&inside, k ? low : high, &one);
            ends[k] = truth_at(s, &inside);
        }
        truth = ends[0] == ends[1] && !(s->op == TERM_EQ && root_in) ? ends[0] : 0;
    } else if (root_in) {
        truth = 0;
    } else {
        if (low && high) {
            rat half;
            rat_init(&half);
            rat_set_frac(&half, 1, 2);
            rat_add(&inside, low, high);
            rat_mul(&inside, &inside, &half);
            rat_release(&half);
        } else if (low) {
            rat_add(&inside, low, &one);
        } else {
            rat_sub(&inside, high, &one);
        }
        truth = truth_at(s, &inside);
    }
    rat_release(&root);
    rat_release(&inside);
    rat_release(&one);
    return truth;
}

/* The reachable cells where the literal about p's parameter holds; false if it is not a matter of cells. */
static bool literal_cells(const la *a, pred p, uint32_t param, term t, cell_set *out)
{
    simple_atom s = {.op = term_kind_of(a->ts, t)};
    if (s.op != TERM_EQ && s.op != TERM_LE && s.op != TERM_LT) return false;
    rat_init(&s.slope);
    rat_init(&s.constant);
    term_linear_each(a->ts, term_mk_sub(a->ts, term_arg(a->ts, t, 0), term_arg(a->ts, t, 1)), read_simple, &s);
    bool ok = s.n == 1 && rat_sign(&s.slope);
    bool is_int = sort_kind_of(a->ts, horn_pred_sort(a->h, p, param)) == SORT_INT;
    const value_class *c = class_of(a, p, param);
    *out = (cell_set){{0}};
    for (uint32_t i = 0; ok && i < value_class_cells(c); i++) {
        if (!cell_set_has(&a->places[p.id].reach[param], i)) continue;
        int truth = truth_in(a, c, is_int, &s, i);
        if (truth > 0) cell_set_add(out, i);
        ok = truth != 0;
    }
    rat_release(&s.slope);
    rat_release(&s.constant);
    return ok;
}

/* The one parameter the literal speaks of, if it is a value set. */
static uint32_t only_param(const la *a, pred p, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(a->ts, &t, 1, &symbols);
    uint32_t found = NO_PARAM;
    for (uint32_t k = 0; symbols.size == 1 && k < horn_pred_arity(a->h, p); k++)
        if (cells_has(a, p, k) && term_is_equal(symbols.data[0], horn_param(a->h, p, k))) found = k;
    term_vec_release(&symbols);
    return found;
}

/* Of two bounds on one sum the tighter one says both. */
static void push_bound(const la *a, term t, cube *out)
{
    bool is_bound = term_kind_of(a->ts, t) == TERM_LE || term_kind_of(a->ts, t) == TERM_LT;
    for (size_t i = 0; is_bound && i < out->size; i++) {
        term other = out->data[i].formula;
        bool same = out->data[i].param == NO_PARAM && term_kind_of(a->ts, other) == term_kind_of(a->ts, t) &&
                    term_is_equal(term_arg(a->ts, other, 0), term_arg(a->ts, t, 0));
        if (!same) continue;
        if (rat_cmp(term_number(a->ts, term_arg(a->ts, t, 1)), term_number(a->ts, term_arg(a->ts, other, 1))) < 0) out->data[i].formula = t;
        return;
    }
    cube_push(out, (literal){.formula = t, .param = NO_PARAM});
}

static void push_formula(la *a, term t, cube *out)
{
    bool is_equation = term_kind_of(a->ts, t) == TERM_EQ && term_is_arith(a->ts, term_arg(a->ts, t, 0));
    term parts[2] = {t, t};
    if (is_equation) {
        parts[0] = term_mk_le(a->ts, term_arg(a->ts, t, 0), term_arg(a->ts, t, 1));
        parts[1] = term_mk_ge(a->ts, term_arg(a->ts, t, 0), term_arg(a->ts, t, 1));
    }
    for (size_t i = 0; i < (is_equation ? 2 : 1); i++) push_bound(a, parts[i], out);
}

void cells_cube(la *a, pred p, const term_vec *literals, cube *out)
{
    size_t arity = horn_pred_arity(a->h, p);
    cell_set *sets = alloc_zeroed(arity + 1, sizeof *sets);
    bool *used = alloc_zeroed(arity + 1, sizeof *used);
    for (size_t i = 0; i < literals->size; i++) {
        cell_set s;
        uint32_t k = only_param(a, p, literals->data[i]);
        if (k == NO_PARAM || !literal_cells(a, p, k, literals->data[i], &s)) {
            push_formula(a, literals->data[i], out);
            continue;
        }
        for (size_t w = 0; w < MAX_CELLS / 64; w++) sets[k].word[w] = used[k] ? sets[k].word[w] & s.word[w] : s.word[w];
        used[k] = true;
    }
    for (uint32_t k = 0; k < arity; k++)
        if (used[k] && !is_same(&sets[k], &a->places[p.id].reach[k])) cube_push(out, cells_literal(a, p, k, &sets[k]));
    free(sets);
    free(used);
}
