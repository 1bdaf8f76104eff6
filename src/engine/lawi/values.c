/* Arguments that are copied, set to constants and compared with constants, but not calculated with, as the state of a protocol is. A
 * label that excludes one value of it after the other does not converge, as every path has another one to exclude. Once labels speak
 * of such an argument, vertices are made for single values of it. */

#include "engine/lawi/rules.h"

#include "term/dag.h"

/* With fewer values a literal says which one it is anyway; more are too many cases. */
#define MIN_VALUES 3
#define MAX_VALUES 64
#define MAX_LEAVES 200

/* Of the clause at hand. */
typedef struct reader {
    unwinding *u;
    u32_map calculated; /* symbols that are calculated with, or compared with each other */
    term_vec links; /* pairs: a symbol, and a symbol or number it is set to or compared with */
    u32_map atoms; /* all subterms */
    u32_map owner; /* symbol -> argument of a body atom, its number + 1 */
    bool changed;
} reader;

/* Appends the symbols and numbers that an arithmetic term is chosen from; `compound` if it is calculated from some of them. */
static void list_leaves(const term_store *ts, term t, term_vec *out, bool *compound)
{
    term_vec todo;
    term_vec_init(&todo);
    term_vec_push(&todo, t);
    while (todo.size && out->size <= MAX_LEAVES) {
        term s = term_vec_pop(&todo);
        switch (term_kind_of(ts, s)) {
        case TERM_NUM:
        case TERM_SYM: term_vec_push(out, s); break;
        case TERM_ITE:
            term_vec_push(&todo, term_arg(ts, s, 1));
            term_vec_push(&todo, term_arg(ts, s, 2));
            break;
        default:
            *compound = true;
            dag_symbols(ts, &s, 1, out);
        }
    }
    if (todo.size) *compound = true;
    term_vec_release(&todo);
}

static bool is_number(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_NUM; }

/* The symbol x is, or may be, t. */
static void add_link(reader *r, term x, term t)
{
    term_vec_push(&r->links, x);
    term_vec_push(&r->links, t);
}

/* x - t = 0, where t is a symbol or a choice. */
static bool read_copy(reader *r, term left, term right)
{
    term_store *ts = r->u->ts;
    if (term_kind_of(ts, left) != TERM_ADD || term_arity(ts, left) != 2 || !is_number(ts, right) || rat_sign(term_number(ts, right))) return false;
    term x = term_arg(ts, left, 0), y = term_arg(ts, left, 1);
    if (term_kind_of(ts, x) == TERM_SCALE) {
        term other = x;
        x = y;
        y = other;
    }
    y = term_mk_neg(ts, y);
    if (term_kind_of(ts, x) != TERM_SYM) {
        term other = x;
        x = y;
        y = other;
    }
    if (term_kind_of(ts, x) != TERM_SYM) return false;
    term_vec leaves;
    term_vec_init(&leaves);
    bool compound = false;
    list_leaves(ts, y, &leaves, &compound);
    for (size_t i = 0; i < leaves.size && !compound; i++) add_link(r, x, leaves.data[i]);
    term_vec_release(&leaves);
    return !compound;
}

/* An equation, or one half of it where the other one is there as well. */
static bool read_equation(reader *r, term t)
{
    term_store *ts = r->u->ts;
    term_kind k = term_kind_of(ts, t);
    term left = term_arg(ts, t, 0), right = term_arg(ts, t, 1);
    if (k == TERM_LT || (k == TERM_LE && !u32_map_find(&r->atoms, term_mk_ge(ts, left, right).id))) return false;
    if (term_kind_of(ts, left) == TERM_SYM) {
        add_link(r, left, right);
        return true;
    }
    return read_copy(r, left, right);
}

/* What an atom has to do with the symbols in it. */
static void read_atom(reader *r, term t)
{
    term_store *ts = r->u->ts;
    term_kind k = term_kind_of(ts, t);
    bool is_relation = k == TERM_EQ || k == TERM_LE || k == TERM_LT;
    if (!is_relation || !term_is_arith(ts, term_arg(ts, t, 0)) || read_equation(r, t)) return;
    term_vec leaves;
    term_vec_init(&leaves);
    bool compound = false;
    list_leaves(ts, term_arg(ts, t, 0), &leaves, &compound);
    for (size_t i = 0; i < leaves.size && compound && leaves.size > 1; i++) u32_map_put(&r->calculated, leaves.data[i].id, NULL);
    term_vec_release(&leaves);
}

/* Adds what the symbols in the list may be, or what may be them. */
static void follow_links(const reader *r, term_vec *list)
{
    for (size_t i = 0; i < list->size; i++)
        for (size_t k = 0; k < r->links.size; k++) {
            term other = r->links.data[k ^ 1];
            if (term_is_equal(r->links.data[k], list->data[i]) && !is_number(r->u->ts, list->data[i]) && !term_vec_has(list, other))
                term_vec_push(list, other);
        }
}

static void add_value(reader *r, argument *x, term number)
{
    if (x->values.size > MAX_VALUES || term_vec_has(&x->values, number)) return;
    term_vec_push(&x->values, number);
    r->changed = true;
}

static void taint(reader *r, argument *x)
{
    r->changed = r->changed || !x->is_calculated;
    x->is_calculated = true;
}

/* One is copied to the other. */
static void unite(reader *r, argument *x, argument *y)
{
    if (x->is_calculated) taint(r, y);
    if (y->is_calculated) taint(r, x);
    for (size_t i = 0; i < x->values.size; i++) add_value(r, y, x->values.data[i]);
    for (size_t i = 0; i < y->values.size; i++) add_value(r, x, y->values.data[i]);
}

static argument *owner_of(const reader *r, const clause *c, term symbol)
{
    const uint32_t *found = u32_map_find(&r->owner, symbol.id);
    if (!found) return NULL;
    size_t at = *found - 1, j = 0;
    while (at >= horn_pred_arity(r->u->h, c->body[j].pred)) at -= horn_pred_arity(r->u->h, c->body[j++].pred);
    return &r->u->places[c->body[j].pred.id].arguments[at];
}

/* Argument x is given as t. */
static void read_argument(reader *r, const clause *c, argument *x, term t)
{
    term_vec leaves;
    term_vec_init(&leaves);
    bool compound = false;
    list_leaves(r->u->ts, t, &leaves, &compound);
    if (compound) taint(r, x);
    follow_links(r, &leaves);
    for (size_t i = 0; i < leaves.size; i++) {
        term leaf = leaves.data[i];
        if (is_number(r->u->ts, leaf)) {
            add_value(r, x, leaf);
            continue;
        }
        if (u32_map_find(&r->calculated, leaf.id)) taint(r, x);
        argument *y = owner_of(r, c, leaf);
        if (y && y != x) unite(r, x, y);
    }
    term_vec_release(&leaves);
}

static void read_atoms(reader *r, const clause *c)
{
    u32_map_clear(&r->calculated);
    u32_map_clear(&r->owner);
    u32_map_clear(&r->atoms);
    term_vec_clear(&r->links);
    uint32_t number = 0;
    for (size_t j = 0; j < c->n_body; j++)
        for (size_t i = 0; i < horn_pred_arity(r->u->h, c->body[j].pred); i++) *u32_map_put(&r->owner, c->body[j].args[i].id, NULL) = ++number;
    term_vec parts;
    term_vec_init(&parts);
    dag_subterms(r->u->ts, &c->constraint, 1, &parts);
    if (!pred_is_false(c->head.pred)) dag_subterms(r->u->ts, c->head.args, horn_pred_arity(r->u->h, c->head.pred), &parts);
    for (size_t k = 0; k < parts.size; k++) u32_map_put(&r->atoms, parts.data[k].id, NULL);
    for (size_t k = 0; k < parts.size; k++) read_atom(r, parts.data[k]);
    term_vec_release(&parts);
}

static void read_clause(reader *r, const clause *c)
{
    read_atoms(r, c);
    bool is_query = pred_is_false(c->head.pred);
    for (size_t j = 0; j < c->n_body + !is_query; j++) {
        atom at = j < c->n_body ? c->body[j] : c->head;
        for (size_t i = 0; i < horn_pred_arity(r->u->h, at.pred); i++) read_argument(r, c, &r->u->places[at.pred.id].arguments[i], at.args[i]);
    }
}

void lawi_find_values(unwinding *u)
{
    reader r = {.u = u, .changed = true};
    while (r.changed) {
        r.changed = false;
        for (size_t i = 0; i < horn_clause_count(u->h); i++) read_clause(&r, horn_clause(u->h, i));
    }
    for (uint32_t p = 0; p < horn_pred_count(u->h); p++)
        for (size_t i = 0; i < horn_pred_arity(u->h, (pred){p}); i++) {
            argument *x = &u->places[p].arguments[i];
            x->is_state = !x->is_calculated && x->values.size >= MIN_VALUES && x->values.size <= MAX_VALUES;
        }
    u32_map_release(&r.calculated);
    u32_map_release(&r.owner);
    u32_map_release(&r.atoms);
    term_vec_release(&r.links);
}
