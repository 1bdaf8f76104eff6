#include "front/smtlib/clausify.h"

#include "base/map.h"
#include "term/datatype.h"

#include <stdio.h>
#include <stdlib.h>

/* Where atoms occur in a term: under an even or odd number of negations, or where no connective reaches. */
enum { OCCURS_POSITIVE = 1, OCCURS_NEGATIVE = 2, OCCURS_INSIDE = 4, OCCURS = OCCURS_POSITIVE | OCCURS_NEGATIVE | OCCURS_INSIDE };
enum { SPLIT_BUDGET = 8, FREE_STEPS = 1 << 20, STEPS_PER_TERM = 16 };

typedef struct literal {
    term t;
    bool negated;
} literal;
VEC_DECLARE(literal_vec, literal);

/* A list that shares its tail with others: the conditions on the way to a head. */
typedef struct cell {
    literal condition;
    uint32_t next; /* 1 + index of the next cell; 0 = end */
} cell;
VEC_DECLARE(cell_vec, cell);

/* conditions => head, to be turned into clauses. */
typedef struct item {
    literal head;
    uint32_t conditions;
    uint32_t budget; /* into how many clauses its body may be split */
} item;
VEC_DECLARE(item_vec, item);

struct clausifier {
    horn *problem;
    term_store *ts;
    u32_vec occurs; /* OCCURS_... by term id, for the first terms of the store */
    u32_vec optional; /* by predicate id: 1 + the id of P? ; 0 = none */
    item_vec todo;
    cell_vec cells;
    size_t steps;

    /* the clause at hand */
    term_vec constraints, atoms;
    literal_vec mixed; /* conditions with atoms below a disjunction */
    literal_vec stack;
    u64_map replaced; /* literal -> term with the atoms replaced */
    u64_map opened; /* quantifier literal -> its instance */
    term_vec optional_atoms; /* atom, Boolean, atom, Boolean, ... */
    u32_map booleans; /* atom -> Boolean */

    clausify_source source;
    diag *error;
};

/* ---- atoms ---- */

term clausify_atom(term_store *ts, pred p, const term *args, size_t n)
{
    char name[16];
    snprintf(name, sizeof name, "|%u", p.id);
    return n ? term_mk_app(ts, name, sort_bool(ts), args, n) : term_mk_sym(ts, name, sort_bool(ts));
}

bool clausify_is_atom(const term_store *ts, term t, pred *p)
{
    term_kind kind = term_kind_of(ts, t);
    if (kind != TERM_APP && kind != TERM_SYM) return false;
    const char *name = term_name(ts, t);
    if (name[0] != '|') return false;
    if (p) p->id = (uint32_t)strtoul(name + 1, NULL, 10);
    return true;
}

/* ---- the clausifier ---- */

clausifier *clausifier_new(horn *h)
{
    clausifier *c = alloc_zeroed(1, sizeof *c);
    c->problem = h;
    c->ts = horn_terms(h);
    return c;
}

void clausifier_free(clausifier *c)
{
    u32_vec_release(&c->occurs);
    u32_vec_release(&c->optional);
    item_vec_release(&c->todo);
    cell_vec_release(&c->cells);
    term_vec_release(&c->constraints);
    term_vec_release(&c->atoms);
    literal_vec_release(&c->mixed);
    literal_vec_release(&c->stack);
    u64_map_release(&c->replaced);
    u64_map_release(&c->opened);
    term_vec_release(&c->optional_atoms);
    u32_map_release(&c->booleans);
    free(c);
}

static bool refuse(clausifier *c, const char *why)
{
    diag_set(c->error, c->source.file, c->source.line, c->source.column, "not a Horn clause: %s", why);
    return false;
}

static uint32_t swap_signs(uint32_t occurs)
{
    uint32_t signs = occurs & (OCCURS_POSITIVE | OCCURS_NEGATIVE);
    if (signs == OCCURS_POSITIVE || signs == OCCURS_NEGATIVE) occurs ^= OCCURS_POSITIVE | OCCURS_NEGATIVE;
    return occurs;
}

static uint32_t both_signs(uint32_t occurs) { return occurs | swap_signs(occurs); }

/* From the arguments, which have smaller ids. */
static uint32_t compute_occurs(const clausifier *c, term t)
{
    uint32_t all = 0;
    size_t n = term_arity(c->ts, t);
    const term *args = term_args(c->ts, t);
    for (size_t i = 0; i < n; i++) all |= c->occurs.data[args[i].id];
    if (clausify_is_atom(c->ts, t, NULL)) return OCCURS_POSITIVE | (all ? OCCURS_INSIDE : 0);
    if (!all) return 0;
    switch (term_kind_of(c->ts, t)) {
    case TERM_AND:
    case TERM_OR:
    case TERM_FORALL:
    case TERM_EXISTS: return all;
    case TERM_NOT: return swap_signs(all);
    case TERM_EQ: return term_is_bool(c->ts, args[0]) ? both_signs(all) : OCCURS_INSIDE;
    case TERM_ITE: return term_is_bool(c->ts, t) ? all | both_signs(c->occurs.data[args[0].id]) : OCCURS_INSIDE;
    default: return OCCURS_INSIDE;
    }
}

static uint32_t occurs_in(clausifier *c, literal l)
{
    while (c->occurs.size < term_store_size(c->ts)) u32_vec_push(&c->occurs, compute_occurs(c, (term){(uint32_t)c->occurs.size}));
    uint32_t o = c->occurs.data[l.t.id];
    return l.negated ? swap_signs(o) : o;
}

static literal negate(literal l) { return (literal){l.t, !l.negated}; }
static term as_term(clausifier *c, literal l) { return l.negated ? term_mk_not(c->ts, l.t) : l.t; }

/* What a literal is, negations pushed inwards by one level. */
typedef enum shape { SHAPE_ATOM, SHAPE_AND, SHAPE_OR, SHAPE_ITE, SHAPE_IFF, SHAPE_FORALL, SHAPE_EXISTS, SHAPE_OTHER } shape;

static literal strip_not(const clausifier *c, literal l)
{
    while (term_kind_of(c->ts, l.t) == TERM_NOT) l = (literal){term_arg(c->ts, l.t, 0), !l.negated};
    return l;
}

static shape shape_of(const clausifier *c, literal l)
{
    switch (term_kind_of(c->ts, l.t)) {
    case TERM_AND: return l.negated ? SHAPE_OR : SHAPE_AND;
    case TERM_OR: return l.negated ? SHAPE_AND : SHAPE_OR;
    case TERM_FORALL: return l.negated ? SHAPE_EXISTS : SHAPE_FORALL;
    case TERM_EXISTS: return l.negated ? SHAPE_FORALL : SHAPE_EXISTS;
    case TERM_ITE: return SHAPE_ITE;
    case TERM_EQ: return term_is_bool(c->ts, term_arg(c->ts, l.t, 0)) ? SHAPE_IFF : SHAPE_OTHER;
    default: return clausify_is_atom(c->ts, l.t, NULL) ? SHAPE_ATOM : SHAPE_OTHER;
    }
}

static literal part(const clausifier *c, literal l, size_t i) { return (literal){term_arg(c->ts, l.t, i), l.negated}; }

/* A fresh symbol is printed as a variable, so its name must not be a predicate's either. */
static term fresh(clausifier *c, const char *hint, sort s)
{
    pred p;
    term t;
    do t = term_mk_fresh(c->ts, hint, s);
    while (horn_find_pred(c->problem, term_name(c->ts, t), &p));
    return t;
}

static term open(clausifier *c, term quantifier)
{
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < term_binder_count(c->ts, quantifier); i++)
        term_vec_push(&values, fresh(c, "v", term_binder_sort(c->ts, quantifier, i)));
    term body = term_instantiate(c->ts, quantifier, values.data);
    term_vec_release(&values);
    return body;
}

static uint32_t cons(clausifier *c, literal condition, uint32_t next)
{
    cell_vec_push(&c->cells, (cell){condition, next});
    return (uint32_t)c->cells.size;
}

/* The work is bounded by the formula's size unless shared parts are reached on many ways. */
static bool count_steps(clausifier *c, size_t n)
{
    c->steps += n + 1;
    if (c->steps < FREE_STEPS + STEPS_PER_TERM * term_store_size(c->ts)) return true;
    diag_set(c->error, c->source.file, c->source.line, c->source.column, "the formula has too many clauses");
    return false;
}

/* ---- atoms below a disjunction of a body ---- */

static pred optional_pred(clausifier *c, pred p)
{
    u32_vec_resize(&c->optional, horn_pred_count(c->problem) + 1);
    if (c->optional.data[p.id]) return (pred){c->optional.data[p.id] - 1};
    size_t n = horn_pred_arity(c->problem, p);
    sort_vec sorts;
    sort_vec_init(&sorts);
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < n; i++) {
        sort_vec_push(&sorts, horn_pred_sort(c->problem, p, i));
        term_vec_push(&args, fresh(c, "v", sorts.data[i]));
    }
    sort_vec_push(&sorts, sort_bool(c->ts));
    term b = fresh(c, "b", sort_bool(c->ts));
    term_vec_push(&args, b);
    text name;
    text_init(&name);
    text_adds(&name, horn_pred_name(c->problem, p));
    pred q;
    do text_addc(&name, '?');
    while (horn_find_pred(c->problem, name.data, &q) || datatype_is_name(c->ts, name.data));
    q = horn_add_pred(c->problem, name.data, sorts.data, n + 1);
    atom head = {q, args.data}, body = {p, args.data};
    horn_add_clause(c->problem, NULL, 0, term_mk_not(c->ts, b), head, c->source.line);
    horn_add_clause(c->problem, &body, 1, b, head, c->source.line);
    c->optional.data[p.id] = q.id + 1;
    text_release(&name);
    sort_vec_release(&sorts);
    term_vec_release(&args);
    return q;
}

static term boolean_for(clausifier *c, term a)
{
    uint32_t *known = u32_map_find(&c->booleans, a.id);
    if (known) return (term){*known};
    term b = fresh(c, "b", sort_bool(c->ts));
    *u32_map_put(&c->booleans, a.id, NULL) = b.id;
    term_vec_push(&c->optional_atoms, a);
    term_vec_push(&c->optional_atoms, b);
    return b;
}

static uint64_t key_of(literal l) { return (uint64_t)l.t.id << 1 | l.negated; }

/* What l.t becomes, or TERM_NONE after pushing on the stack what has to be replaced first. */
static bool replace_one(clausifier *c, literal l, term *out)
{
    *out = l.t;
    if (!(occurs_in(c, l) & OCCURS)) return true;
    shape s = shape_of(c, l);
    if (s == SHAPE_ATOM) {
        *out = boolean_for(c, l.t);
        return true;
    }
    if (s == SHAPE_FORALL) return refuse(c, "a predicate under a universal quantifier in a body");
    bool is_not = term_kind_of(c->ts, l.t) == TERM_NOT, is_exists = s == SHAPE_EXISTS;
    term_vec args;
    term_vec_init(&args);
    if (is_exists) {
        uint32_t *known = u64_map_find(&c->opened, key_of(l));
        term body = known ? (term){*known} : open(c, l.t);
        *u64_map_put(&c->opened, key_of(l), NULL) = body.id;
        term_vec_push(&args, body);
    } else {
        term_vec_append(&args, term_args(c->ts, l.t), term_arity(c->ts, l.t));
    }
    bool ready = true;
    for (size_t i = 0; i < args.size; i++) {
        literal child = {args.data[i], l.negated != is_not};
        if (!(occurs_in(c, child) & OCCURS)) continue;
        uint32_t *done = u64_map_find(&c->replaced, key_of(child));
        if (done) args.data[i] = (term){*done};
        else literal_vec_push(&c->stack, child);
        ready = ready && done;
    }
    *out = !ready ? TERM_NONE : is_exists ? args.data[0] : term_rebuild(c->ts, l.t, args.data);
    term_vec_release(&args);
    return true;
}

/* l with every atom replaced by its Boolean; the atoms occur positively. */
static bool replace_atoms(clausifier *c, literal l, term *out)
{
    assert(!(occurs_in(c, l) & (OCCURS_NEGATIVE | OCCURS_INSIDE)));
    c->stack.size = 0;
    literal_vec_push(&c->stack, l);
    while (c->stack.size) {
        literal top = literal_vec_last(&c->stack);
        size_t height = c->stack.size;
        term replaced;
        if (!replace_one(c, top, &replaced)) return false;
        if (term_is_none(replaced)) continue;
        assert(c->stack.size == height);
        (void)height;
        *u64_map_put(&c->replaced, key_of(top), NULL) = replaced.id;
        c->stack.size--;
    }
    *out = as_term(c, (literal){(term){*u64_map_find(&c->replaced, key_of(l))}, l.negated});
    return true;
}

static bool replace_mixed(clausifier *c)
{
    u64_map_clear(&c->replaced);
    u64_map_clear(&c->opened);
    u32_map_clear(&c->booleans);
    c->optional_atoms.size = 0;
    for (size_t i = 0; i < c->mixed.size; i++) {
        term t;
        if (!replace_atoms(c, c->mixed.data[i], &t)) return false;
        term_vec_push(&c->constraints, t);
    }
    for (size_t i = 0; i < c->optional_atoms.size; i += 2) {
        pred p;
        term a = c->optional_atoms.data[i];
        clausify_is_atom(c->ts, a, &p);
        term_vec args;
        term_vec_init(&args);
        term_vec_append(&args, term_args(c->ts, a), term_arity(c->ts, a));
        term_vec_push(&args, c->optional_atoms.data[i + 1]);
        term_vec_push(&c->atoms, clausify_atom(c->ts, optional_pred(c, p), args.data, args.size));
        term_vec_release(&args);
    }
    return true;
}

/* ---- bodies ---- */

static bool condition(clausifier *c, literal l)
{
    l = strip_not(c, l);
    uint32_t occurs = occurs_in(c, l);
    shape s = shape_of(c, l);
    if (occurs & OCCURS_INSIDE) return refuse(c, "a predicate inside an argument or below a function");
    if (s == SHAPE_EXISTS) {
        literal_vec_push(&c->stack, (literal){open(c, l.t), l.negated});
    } else if (!occurs && !(s == SHAPE_AND && l.negated)) {
        term_vec_push(&c->constraints, as_term(c, l));
    } else if (s == SHAPE_AND) {
        for (size_t i = term_arity(c->ts, l.t); i-- > 0;) literal_vec_push(&c->stack, part(c, l, i));
        return count_steps(c, term_arity(c->ts, l.t));
    } else if (occurs & OCCURS_NEGATIVE) {
        return refuse(c, "a negated predicate (or one under '=', 'xor' or the condition of 'ite') in a body");
    } else if (s == SHAPE_ATOM) {
        term_vec_push(&c->atoms, l.t);
    } else if (s == SHAPE_FORALL) {
        return refuse(c, "a predicate under a universal quantifier in a body");
    } else {
        literal_vec_push(&c->mixed, l);
    }
    return true;
}

static bool collect_conditions(clausifier *c, uint32_t list)
{
    c->constraints.size = c->atoms.size = 0;
    c->mixed.size = c->stack.size = 0;
    for (; list; list = c->cells.data[list - 1].next) literal_vec_push(&c->stack, c->cells.data[list - 1].condition);
    while (c->stack.size)
        if (!condition(c, literal_vec_pop(&c->stack))) return false;
    return true;
}

static uint32_t cons_collected(clausifier *c)
{
    uint32_t list = 0;
    for (size_t i = 0; i < c->constraints.size; i++) list = cons(c, (literal){c->constraints.data[i], false}, list);
    for (size_t i = 0; i < c->atoms.size; i++) list = cons(c, (literal){c->atoms.data[i], false}, list);
    return list;
}

static void push_item(clausifier *c, literal head, uint32_t conditions, uint32_t budget)
{
    item_vec_push(&c->todo, (item){head, conditions, budget});
}

/* The body's only disjunction, if it is small: a clause for each disjunct with atoms and one for the rest together. */
static bool split(clausifier *c, const item *x)
{
    if (c->mixed.size != 1) return false;
    literal l = c->mixed.data[0];
    if (shape_of(c, l) == SHAPE_ITE) {
        if (x->budget < 2) return false;
        uint32_t rest = cons_collected(c);
        literal test = {term_arg(c->ts, l.t, 0), false};
        push_item(c, x->head, cons(c, part(c, l, 2), cons(c, negate(test), rest)), x->budget / 2);
        push_item(c, x->head, cons(c, part(c, l, 1), cons(c, test, rest)), x->budget / 2);
        return true;
    }
    assert(shape_of(c, l) == SHAPE_OR);
    size_t n = term_arity(c->ts, l.t), with = 0;
    for (size_t i = 0; i < n; i++) with += (occurs_in(c, part(c, l, i)) & OCCURS) != 0;
    size_t clauses = with + (with < n);
    if (clauses > x->budget) return false;
    uint32_t rest = cons_collected(c), budget = x->budget / (uint32_t)clauses;
    term_vec plain;
    term_vec_init(&plain);
    for (size_t i = n; i-- > 0;) {
        literal d = part(c, l, i);
        if (occurs_in(c, d) & OCCURS) push_item(c, x->head, cons(c, d, rest), budget);
        else term_vec_push(&plain, as_term(c, d));
    }
    if (plain.size) push_item(c, x->head, cons(c, (literal){term_mk_or(c->ts, plain.data, plain.size), false}, rest), budget);
    term_vec_release(&plain);
    return true;
}

/* The atom of t. Its arguments are copied to the end of *args, which must not move afterwards. */
static atom atom_of(const clausifier *c, term t, term_vec *args)
{
    atom a = {PRED_FALSE, args->data + args->size};
    clausify_is_atom(c->ts, t, &a.pred);
    assert(args->size + term_arity(c->ts, t) <= args->capacity);
    for (size_t i = 0; i < term_arity(c->ts, t); i++) term_vec_push(args, term_arg(c->ts, t, i));
    return a;
}

VEC_DECLARE(atom_vec, atom);

/* Adds the clause; head is an atom or false. A clause that holds whatever the predicates mean is left out. */
static void add_clause(clausifier *c, term head)
{
    term constraint = term_mk_and(c->ts, c->constraints.data, c->constraints.size);
    if (term_is_equal(constraint, term_false(c->ts)) || term_vec_has(&c->atoms, head)) return;
    bool is_query = term_is_equal(head, term_false(c->ts));
    size_t n_args = term_arity(c->ts, head);
    for (size_t i = 0; i < c->atoms.size; i++) n_args += term_arity(c->ts, c->atoms.data[i]);
    term_vec args;
    term_vec_init(&args);
    term_vec_reserve(&args, n_args + 1);
    atom_vec body;
    atom_vec_init(&body);
    for (size_t i = 0; i < c->atoms.size; i++) atom_vec_push(&body, atom_of(c, c->atoms.data[i], &args));
    atom h = is_query ? (atom){PRED_FALSE, NULL} : atom_of(c, head, &args);
    horn_add_clause(c->problem, body.data, body.size, constraint, h, c->source.line);
    atom_vec_release(&body);
    term_vec_release(&args);
}

static bool finish(clausifier *c, const item *x)
{
    assert(shape_of(c, x->head) == SHAPE_ATOM || term_is_equal(x->head.t, term_false(c->ts)));
    if (!collect_conditions(c, x->conditions)) return false;
    if (c->mixed.size) {
        if (split(c, x)) return count_steps(c, c->constraints.size + c->atoms.size);
        if (!replace_mixed(c)) return false;
    }
    add_clause(c, x->head.t);
    return count_steps(c, c->constraints.size + c->atoms.size);
}

/* ---- heads ---- */

/* The head is false, after adding the negated `l` to the conditions. */
static bool finish_query(clausifier *c, const item *x, literal l)
{
    item query = {{term_false(c->ts), false}, cons(c, negate(l), x->conditions), x->budget};
    return finish(c, &query);
}

/* At most one disjunct can be the head; the others become conditions. */
static bool disjunction(clausifier *c, const item *x, literal l)
{
    uint32_t conditions = x->conditions;
    size_t heads = 0, n = term_arity(c->ts, l.t);
    literal head = {term_false(c->ts), false};
    for (size_t i = 0; i < n; i++) {
        literal d = part(c, l, i);
        if (occurs_in(c, d) & OCCURS_POSITIVE) {
            head = d;
            heads++;
        } else {
            conditions = cons(c, negate(d), conditions);
        }
    }
    if (heads > 1) return refuse(c, "more than one positive predicate");
    push_item(c, head, conditions, x->budget);
    return count_steps(c, n);
}

static void equivalence(clausifier *c, const item *x, literal l)
{
    literal a = {term_arg(c->ts, l.t, 0), false}, b = {term_arg(c->ts, l.t, 1), false};
    if (l.negated) {
        bool a_has_atoms = (occurs_in(c, a) & OCCURS) != 0;
        if (a_has_atoms) b = negate(b);
        else a = negate(a);
    }
    push_item(c, a, cons(c, b, x->conditions), x->budget);
    push_item(c, b, cons(c, a, x->conditions), x->budget);
}

static bool head_step(clausifier *c, const item *x)
{
    literal l = strip_not(c, x->head);
    uint32_t occurs = occurs_in(c, l);
    if (occurs & OCCURS_INSIDE) return refuse(c, "a predicate inside an argument or below a function");
    if (!occurs) return finish_query(c, x, l);
    size_t n = term_arity(c->ts, l.t);
    switch (shape_of(c, l)) {
    case SHAPE_ATOM:
        if (l.negated) return finish_query(c, x, l);
        item fact = {l, x->conditions, x->budget};
        return finish(c, &fact);
    case SHAPE_AND:
        for (size_t i = n; i-- > 0;) push_item(c, part(c, l, i), x->conditions, x->budget);
        return count_steps(c, n);
    case SHAPE_OR: return disjunction(c, x, l);
    case SHAPE_ITE: {
        literal test = {term_arg(c->ts, l.t, 0), false};
        push_item(c, part(c, l, 2), cons(c, negate(test), x->conditions), x->budget);
        push_item(c, part(c, l, 1), cons(c, test, x->conditions), x->budget);
        return count_steps(c, 2);
    }
    case SHAPE_IFF: equivalence(c, x, l); return count_steps(c, 2);
    case SHAPE_FORALL: push_item(c, (literal){open(c, l.t), l.negated}, x->conditions, x->budget); return count_steps(c, 1);
    default:
        return refuse(c, occurs & OCCURS_POSITIVE ? "a predicate under an existential quantifier in a head"
                                                  : "a predicate under a universal quantifier in a body");
    }
}

bool clausifier_add(clausifier *c, term formula, clausify_source source, diag *error)
{
    c->source = source;
    c->error = error;
    c->todo.size = c->cells.size = 0;
    c->steps = 0;
    push_item(c, (literal){formula, false}, 0, SPLIT_BUDGET);
    while (c->todo.size) {
        item x = item_vec_pop(&c->todo);
        if (!head_step(c, &x)) return false;
    }
    return true;
}
