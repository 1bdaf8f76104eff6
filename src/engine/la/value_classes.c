#include "engine/la/cells.h"

#include <stdlib.h>

/* Union-find over the parameters of all predicates and the variables of each clause in turn. */
typedef struct finder {
    la *la;
    term_store *ts;
    u32_vec parent;
    u32_vec tainted; /* of a root: not a value set */
    u32_vec first_param; /* of each predicate: node of its first parameter */
    u32_map vars; /* the present clause's variables: node */
    u64_map cut_of; /* node (at the time) and numeral -> seen */
    u32_vec cut_nodes;
    term_vec cuts;
    u32_map atoms; /* of the present clause */
} finder;

static uint32_t new_node(finder *f)
{
    u32_vec_push(&f->parent, (uint32_t)f->parent.size);
    u32_vec_push(&f->tainted, 0);
    return (uint32_t)f->parent.size - 1;
}

static uint32_t root_of(finder *f, uint32_t n)
{
    while (f->parent.data[n] != n) n = f->parent.data[n] = f->parent.data[f->parent.data[n]];
    return n;
}

static void join(finder *f, uint32_t a, uint32_t b)
{
    a = root_of(f, a);
    b = root_of(f, b);
    if (a == b) return;
    f->parent.data[b] = a;
    f->tainted.data[a] |= f->tainted.data[b];
}

static uint32_t node_of(finder *f, term symbol)
{
    bool added;
    uint32_t *n = u32_map_put(&f->vars, symbol.id, &added);
    if (added) *n = new_node(f);
    return *n;
}

static void taint_symbols(finder *f, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(f->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        if (!term_is_arith(f->ts, symbols.data[i])) continue;
        uint32_t root = root_of(f, node_of(f, symbols.data[i])); /* may move `tainted` */
        f->tainted.data[root] = 1;
    }
    term_vec_release(&symbols);
}

static void add_cut(finder *f, uint32_t node, term number)
{
    bool added;
    u64_map_put(&f->cut_of, (uint64_t)node << 32 | number.id, &added);
    if (!added) return;
    u32_vec_push(&f->cut_nodes, node);
    term_vec_push(&f->cuts, number);
}

/* Appends what an if-then-else tree may be. */
static void leaves(const finder *f, term t, term_vec *out)
{
    term_vec todo;
    term_vec_init(&todo);
    term_vec_push(&todo, t);
    u32_map seen;
    u32_map_init(&seen);
    while (todo.size) {
        term s = term_vec_pop(&todo);
        bool added;
        u32_map_put(&seen, s.id, &added);
        if (!added) continue;
        if (term_kind_of(f->ts, s) == TERM_ITE) {
            term_vec_push(&todo, term_arg(f->ts, s, 1));
            term_vec_push(&todo, term_arg(f->ts, s, 2));
        } else {
            term_vec_push(out, s);
        }
    }
    u32_map_release(&seen);
    term_vec_release(&todo);
}

/* The values of t flow to or from the node, or are compared with it for equality. */
static void copy(finder *f, uint32_t node, term t)
{
    term_vec out;
    term_vec_init(&out);
    leaves(f, t, &out);
    for (size_t i = 0; i < out.size; i++) {
        term_kind k = term_kind_of(f->ts, out.data[i]);
        if (k == TERM_SYM) {
            join(f, node, node_of(f, out.data[i]));
        } else if (k == TERM_NUM) {
            add_cut(f, node, out.data[i]);
        } else {
            f->tainted.data[root_of(f, node)] = 1;
            taint_symbols(f, out.data[i]);
        }
    }
    term_vec_release(&out);
}

typedef struct monomials {
    term term[2];
    rat coefficient[2], constant;
    size_t n;
} monomials;

static void add_monomial(void *context, const rat *coefficient, term t)
{
    monomials *m = context;
    if (term_is_none(t)) {
        rat_set(&m->constant, coefficient);
    } else if (m->n++ < 2) {
        m->term[m->n - 1] = t;
        rat_set(&m->coefficient[m->n - 1], coefficient);
    }
}

static bool is_copy(const finder *f, term relation, const monomials *m)
{
    rat sum;
    rat_init(&sum);
    rat_add(&sum, &m->coefficient[0], &m->coefficient[1]);
    bool difference = rat_sign(&sum) == 0 && rat_sign(&m->constant) == 0;
    rat_release(&sum);
    if (!difference) return false;
    if (term_kind_of(f->ts, relation) == TERM_EQ) return true;
    if (term_kind_of(f->ts, relation) != TERM_LE) return false;
    /* x <= y where y <= x is said too. */
    term back = term_mk_ge(f->ts, term_arg(f->ts, relation, 0), term_arg(f->ts, relation, 1));
    return u32_map_find(&f->atoms, back.id) != NULL;
}

static void read_monomials(finder *f, term relation, const monomials *m)
{
    if (m->n == 1) {
        rat cut;
        rat_init(&cut);
        rat_div(&cut, &m->constant, &m->coefficient[0]);
        rat_neg(&cut, &cut);
        sort s = term_sort(f->ts, m->term[0]);
        bool fits = sort_kind_of(f->ts, s) == SORT_REAL || rat_is_integer(&cut);
        uint32_t node = new_node(f);
        if (fits) add_cut(f, node, term_mk_num(f->ts, &cut, s));
        copy(f, node, m->term[0]);
        rat_release(&cut);
    } else if (m->n == 2 && is_copy(f, relation, m)) {
        uint32_t node = new_node(f);
        copy(f, node, m->term[0]);
        copy(f, node, m->term[1]);
    } else {
        taint_symbols(f, term_arg(f->ts, relation, 0));
        taint_symbols(f, term_arg(f->ts, relation, 1));
    }
}

static void read_atom(finder *f, term relation)
{
    monomials m = {.n = 0};
    rat_init(&m.constant);
    for (size_t i = 0; i < 2; i++) rat_init(&m.coefficient[i]);
    term_linear_each(f->ts, term_mk_sub(f->ts, term_arg(f->ts, relation, 0), term_arg(f->ts, relation, 1)), add_monomial, &m);
    read_monomials(f, relation, &m);
    rat_release(&m.constant);
    for (size_t i = 0; i < 2; i++) rat_release(&m.coefficient[i]);
}

static void read_term(finder *f, term t)
{
    switch (term_kind_of(f->ts, t)) {
    case TERM_ADD:
    case TERM_SCALE:
    case TERM_ITE:
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR: return;
    case TERM_EQ:
    case TERM_LE:
    case TERM_LT:
        if (term_is_arith(f->ts, term_arg(f->ts, t, 0))) {
            read_atom(f, t);
            return;
        }
        break;
    default: break;
    }
    for (size_t i = 0; i < term_arity(f->ts, t); i++)
        if (!term_is_bool(f->ts, term_arg(f->ts, t, i))) taint_symbols(f, term_arg(f->ts, t, i));
}

static void read_arguments(finder *f, atom at)
{
    for (size_t i = 0; i < horn_pred_arity(f->la->h, at.pred); i++)
        if (term_is_arith(f->ts, at.args[i])) copy(f, f->first_param.data[at.pred.id] + (uint32_t)i, at.args[i]);
}

static void read_clause(finder *f, const clause *c)
{
    u32_map_clear(&f->vars);
    u32_map_clear(&f->atoms);
    term_vec roots, subterms;
    term_vec_init(&roots);
    term_vec_init(&subterms);
    term_vec_push(&roots, c->constraint);
    bool is_query = pred_is_false(c->head.pred);
    for (size_t i = 0; i < c->n_body + !is_query; i++) {
        atom at = i < c->n_body ? c->body[i] : c->head;
        term_vec_append(&roots, at.args, horn_pred_arity(f->la->h, at.pred));
        read_arguments(f, at);
    }
    dag_subterms(f->ts, roots.data, roots.size, &subterms);
    for (size_t i = 0; i < subterms.size; i++) u32_map_put(&f->atoms, subterms.data[i].id, NULL);
    for (size_t i = 0; i < subterms.size; i++) read_term(f, subterms.data[i]);
    term_vec_release(&roots);
    term_vec_release(&subterms);
}

/* The cuts of each class, sorted in. */
static void collect_cuts(finder *f, const u32_map *class_of)
{
    for (size_t i = 0; i < f->cuts.size; i++) {
        uint32_t *number = u32_map_find(class_of, root_of(f, f->cut_nodes.data[i]));
        if (!number) continue;
        term_vec *cuts = &f->la->cells->classes.data[*number].cuts;
        size_t k = 0;
        while (k < cuts->size && rat_cmp(term_number(f->ts, cuts->data[k]), term_number(f->ts, f->cuts.data[i])) < 0) k++;
        if (k < cuts->size && term_is_equal(cuts->data[k], f->cuts.data[i])) continue;
        term_vec_push(cuts, f->cuts.data[i]);
        memmove(cuts->data + k + 1, cuts->data + k, (cuts->size - 1 - k) * sizeof *cuts->data);
        cuts->data[k] = f->cuts.data[i];
    }
}

static void number_classes(finder *f)
{
    la *a = f->la;
    u32_map class_of;
    u32_map_init(&class_of);
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++)
        for (size_t i = 0; i < horn_pred_arity(a->h, (pred){p}); i++) {
            uint32_t root = root_of(f, f->first_param.data[p] + (uint32_t)i);
            a->places[p].classes[i] = NO_CLASS;
            if (f->tainted.data[root] || !sort_kind_is_arith(sort_kind_of(f->ts, horn_pred_sort(a->h, (pred){p}, i)))) continue;
            bool added;
            uint32_t *number = u32_map_put(&class_of, root, &added);
            if (added) {
                *number = (uint32_t)a->cells->classes.size;
                value_class_vec_push(&a->cells->classes, (value_class){{0}});
            }
            a->places[p].classes[i] = *number;
        }
    collect_cuts(f, &class_of);
    u32_map_release(&class_of);
}

void value_classes_find(la *a)
{
    finder f = {.la = a, .ts = a->ts};
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++) {
        u32_vec_push(&f.first_param, (uint32_t)f.parent.size);
        for (size_t i = 0; i < horn_pred_arity(a->h, (pred){p}); i++) new_node(&f);
    }
    for (size_t i = 0; i < horn_clause_count(a->h); i++) read_clause(&f, horn_clause(a->h, i));
    number_classes(&f);
    u32_vec_release(&f.parent);
    u32_vec_release(&f.tainted);
    u32_vec_release(&f.first_param);
    u32_map_release(&f.vars);
    u64_map_release(&f.cut_of);
    u32_vec_release(&f.cut_nodes);
    term_vec_release(&f.cuts);
    u32_map_release(&f.atoms);
}
