#include "horn/value_classes.h"

#include "base/map.h"
#include "term/dag.h"

/* Union-find over the parameters of all predicates and the variables of each clause in turn. */
typedef struct finder {
    const horn *h;
    value_classes *out;
    term_store *ts;
    u32_vec parent;
    u32_vec tainted; /* of a root: not a value set */
    u32_map vars; /* the present clause's variables: node */
    u64_map cut_of; /* node (at the time) and numeral -> index in cuts */
    u32_vec cut_nodes;
    term_vec cuts;
    u32_vec is_value; /* of each cut: not only of an order */
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

static void add_cut(finder *f, uint32_t node, term number, bool is_value)
{
    bool added;
    uint32_t *index = u64_map_put(&f->cut_of, (uint64_t)node << 32 | number.id, &added);
    if (added) {
        *index = (uint32_t)f->cuts.size;
        u32_vec_push(&f->cut_nodes, node);
        term_vec_push(&f->cuts, number);
        u32_vec_push(&f->is_value, 0);
    }
    f->is_value.data[*index] |= is_value;
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
            add_cut(f, node, out.data[i], true);
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

/* An equation, or one half of it where the other one is said, too. */
static bool is_equation(const finder *f, term relation)
{
    if (term_kind_of(f->ts, relation) != TERM_LE) return term_kind_of(f->ts, relation) == TERM_EQ;
    term back = term_mk_ge(f->ts, term_arg(f->ts, relation, 0), term_arg(f->ts, relation, 1));
    return u32_map_find(&f->atoms, back.id) != NULL;
}

static bool is_copy(const finder *f, term relation, const monomials *m)
{
    rat sum;
    rat_init(&sum);
    rat_add(&sum, &m->coefficient[0], &m->coefficient[1]);
    bool difference = rat_sign(&sum) == 0 && rat_sign(&m->constant) == 0;
    rat_release(&sum);
    return difference && is_equation(f, relation);
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
        if (fits) add_cut(f, node, term_mk_num(f->ts, &cut, s), is_equation(f, relation));
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
    for (size_t i = 0; i < horn_pred_arity(f->h, at.pred); i++)
        if (term_is_arith(f->ts, at.args[i])) copy(f, f->out->first.data[at.pred.id] + (uint32_t)i, at.args[i]);
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
        term_vec_append(&roots, at.args, horn_pred_arity(f->h, at.pred));
        read_arguments(f, at);
    }
    dag_subterms(f->ts, roots.data, roots.size, &subterms);
    for (size_t i = 0; i < subterms.size; i++) u32_map_put(&f->atoms, subterms.data[i].id, NULL);
    for (size_t i = 0; i < subterms.size; i++) read_term(f, subterms.data[i]);
    term_vec_release(&roots);
    term_vec_release(&subterms);
}

static void sort_in(const term_store *ts, term_vec *cuts, term number)
{
    size_t k = 0;
    while (k < cuts->size && rat_cmp(term_number(ts, cuts->data[k]), term_number(ts, number)) < 0) k++;
    if (k < cuts->size && term_is_equal(cuts->data[k], number)) return;
    term_vec_push(cuts, number);
    memmove(cuts->data + k + 1, cuts->data + k, (cuts->size - 1 - k) * sizeof *cuts->data);
    cuts->data[k] = number;
}

static void collect_cuts(finder *f, const u32_map *class_of)
{
    for (size_t i = 0; i < f->cuts.size; i++) {
        const uint32_t *number = u32_map_find(class_of, root_of(f, f->cut_nodes.data[i]));
        if (!number) continue;
        value_class *c = &f->out->all.data[*number];
        sort_in(f->ts, &c->cuts, f->cuts.data[i]);
        if (f->is_value.data[i] && !term_vec_has(&c->values, f->cuts.data[i])) term_vec_push(&c->values, f->cuts.data[i]);
    }
}

static void number_class(finder *f, u32_map *class_of, uint32_t argument, sort s)
{
    uint32_t root = root_of(f, argument), class = NO_CLASS;
    if (!f->tainted.data[root] && sort_kind_is_arith(sort_kind_of(f->ts, s))) {
        bool added;
        uint32_t *number = u32_map_put(class_of, root, &added);
        if (added) {
            *number = (uint32_t)f->out->all.size;
            value_class_vec_push(&f->out->all, (value_class){{0}, {0}});
        }
        class = *number;
    }
    u32_vec_push(&f->out->of, class);
}

static void number_classes(finder *f)
{
    u32_map class_of; /* by root */
    u32_map_init(&class_of);
    for (uint32_t p = 0; p < horn_pred_count(f->h); p++)
        for (size_t i = 0; i < horn_pred_arity(f->h, (pred){p}); i++)
            number_class(f, &class_of, f->out->first.data[p] + (uint32_t)i, horn_pred_sort(f->h, (pred){p}, i));
    collect_cuts(f, &class_of);
    u32_map_release(&class_of);
}

void value_classes_init(value_classes *v, const horn *h)
{
    *v = (value_classes){0};
    finder f = {.h = h, .out = v, .ts = horn_terms(h)};
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        u32_vec_push(&v->first, (uint32_t)f.parent.size);
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) new_node(&f);
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) read_clause(&f, horn_clause(h, i));
    number_classes(&f);
    u32_vec_release(&f.parent);
    u32_vec_release(&f.tainted);
    u32_map_release(&f.vars);
    u64_map_release(&f.cut_of);
    u32_vec_release(&f.cut_nodes);
    term_vec_release(&f.cuts);
    u32_vec_release(&f.is_value);
    u32_map_release(&f.atoms);
}

void value_classes_release(value_classes *v)
{
    for (size_t i = 0; i < v->all.size; i++) {
        term_vec_release(&v->all.data[i].cuts);
        term_vec_release(&v->all.data[i].values);
    }
    value_class_vec_release(&v->all);
    u32_vec_release(&v->first);
    u32_vec_release(&v->of);
}

uint32_t value_classes_of(const value_classes *v, pred p, size_t argument) { return v->of.data[v->first.data[p.id] + argument]; }
