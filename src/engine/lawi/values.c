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
    term_vec symbols, numbers; /* pairs: a symbol is compared with a number */
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

/* x = y, also as x - y = 0: a copy. */
static bool is_copy(term_store *ts, term left, term right)
{
    if (term_kind_of(ts, left) != TERM_ADD || term_arity(ts, left) != 2 || term_kind_of(ts, right) != TERM_NUM) return false;
    if (rat_sign(term_number(ts, right))) return false;
    term x = term_arg(ts, left, 0), y = term_mk_neg(ts, term_arg(ts, left, 1));
    return term_kind_of(ts, x) == TERM_SYM ? term_kind_of(ts, y) == TERM_SYM || term_kind_of(ts, y) == TERM_ITE :
           term_kind_of(ts, term_mk_neg(ts, x)) == TERM_SYM;
}

static bool is_number(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_NUM; }

/* What an atom has to do with the symbols in it. */
static void read_atom(reader *r, term t)
{
    term_store *ts = r->u->ts;
    term_kind k = term_kind_of(ts, t);
    bool is_relation = k == TERM_EQ || k == TERM_LE || k == TERM_LT;
    if (!is_relation || !sort_kind_is_arith(sort_kind_of(ts, term_sort(ts, term_arg(ts, t, 0))))) return;
    term left = term_arg(ts, t, 0), right = term_arg(ts, t, 1);
    if (k == TERM_EQ && is_copy(ts, left, right)) return;
    if (k == TERM_EQ && term_kind_of(ts, left) == TERM_SYM && is_number(ts, right)) {
        term_vec_push(&r->symbols, left);
        term_vec_push(&r->numbers, right);
    }
    term_vec leaves;
    term_vec_init(&leaves);
    bool compound = false;
    list_leaves(ts, left, &leaves, &compound);
    size_t symbols = 0;
    for (size_t i = 0; i < leaves.size; i++) symbols += !is_number(ts, leaves.data[i]);
    for (size_t i = 0; i < leaves.size && symbols > 1 && (compound || k != TERM_EQ); i++) u32_map_put(&r->calculated, leaves.data[i].id, NULL);
    term_vec_release(&leaves);
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
    for (size_t i = 0; i < leaves.size; i++) {
        term leaf = leaves.data[i];
        if (is_number(r->u->ts, leaf)) {
            add_value(r, x, leaf);
            continue;
        }
        if (u32_map_find(&r->calculated, leaf.id)) taint(r, x);
        argument *y = owner_of(r, c, leaf);
        if (y && y != x) unite(r, x, y);
        for (size_t k = 0; k < r->symbols.size; k++)
            if (term_is_equal(r->symbols.data[k], leaf)) add_value(r, x, r->numbers.data[k]);
    }
    term_vec_release(&leaves);
}

static void read_atoms(reader *r, const clause *c)
{
    u32_map_clear(&r->calculated);
    u32_map_clear(&r->owner);
    term_vec_clear(&r->symbols);
    term_vec_clear(&r->numbers);
    uint32_t number = 0;
    for (size_t j = 0; j < c->n_body; j++)
        for (size_t i = 0; i < horn_pred_arity(r->u->h, c->body[j].pred); i++) *u32_map_put(&r->owner, c->body[j].args[i].id, NULL) = ++number;
    term_vec parts;
    term_vec_init(&parts);
    dag_subterms(r->u->ts, &c->constraint, 1, &parts);
    if (!pred_is_false(c->head.pred)) dag_subterms(r->u->ts, c->head.args, horn_pred_arity(r->u->h, c->head.pred), &parts);
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
    term_vec_release(&r.symbols);
    term_vec_release(&r.numbers);
}
