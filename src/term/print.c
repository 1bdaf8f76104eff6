#include "term/print.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/datatype.h"
#include "term/float.h"
#include "term/summand.h"

#include <stdlib.h>

/* ---- symbols, sorts, constants ---- */

static bool is_reserved(const char *name)
{
    static const char *const words[] = {
        "!", "_", "as", "assert", "BINARY", "check-sat", "check-sat-assuming", "DECIMAL", "declare-const", "declare-datatype",
        "declare-datatypes", "declare-fun", "declare-sort", "define-const", "define-fun", "define-fun-rec", "define-funs-rec",
        "define-sort", "echo", "exists", "exit", "forall", "get-assertions", "get-assignment", "get-info", "get-model", "get-option",
        "get-proof", "get-unsat-assumptions", "get-unsat-core", "get-value", "HEXADECIMAL", "let", "match", "NUMERAL", "par", "pop",
        "push", "reset", "reset-assertions", "set-info", "set-logic", "set-option", "STRING",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(name, words[i])) return true;
    }
    return false;
}

static bool is_simple_symbol(const char *name)
{
    if (!*name || (*name >= '0' && *name <= '9')) return false;
    for (const char *c = name; *c; c++) {
        bool is_letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        if (!is_letter && !strchr("~!@$%^&*_-+=<>.?/", *c)) return false;
    }
    return !is_reserved(name);
}

void print_symbol(text *out, const char *name)
{
    bool is_simple = is_simple_symbol(name);
    if (!is_simple) text_addc(out, '|');
    text_adds(out, name);
    if (!is_simple) text_addc(out, '|');
}

void print_sort(text *out, const term_store *ts, sort s)
{
    sort_vec todo; /* SORT_NONE: close a parenthesis */
    sort_vec_init(&todo);
    sort_vec_push(&todo, s);
    bool space = false;
    while (todo.size > 0) {
        sort x = sort_vec_pop(&todo);
        if (sort_is_none(x)) {
            text_addc(out, ')');
            continue;
        }
        if (space) text_addc(out, ' ');
        space = true;
        switch (sort_kind_of(ts, x)) {
        case SORT_BOOL: text_adds(out, "Bool"); break;
        case SORT_INT: text_adds(out, "Int"); break;
        case SORT_REAL: text_adds(out, "Real"); break;
        case SORT_BV: text_printf(out, "(_ BitVec %u)", sort_bv_width(ts, x)); break;
        case SORT_UNINTERPRETED:
        case SORT_DATATYPE: print_symbol(out, sort_name(ts, x)); break;
        case SORT_ARRAY:
            text_adds(out, "(Array");
            sort_vec_push(&todo, SORT_NONE);
            sort_vec_push(&todo, sort_array_element(ts, x));
            sort_vec_push(&todo, sort_array_index(ts, x));
            break;
        }
    }
    sort_vec_release(&todo);
}

/* |value|, a numeral of sort Int or Real. */
static void print_magnitude(text *out, const rat *value, bool is_real)
{
    rat n, d;
    rat_init(&n);
    rat_init(&d);
    rat_abs(&n, value);
    rat_den(&d, &n);
    rat_num(&n, &n);
    bool is_fraction = !rat_is_one(&d);
    assert(is_real || !is_fraction);
    if (is_fraction) text_adds(out, "(/ ");
    rat_print(out, &n);
    if (is_real) text_adds(out, ".0");
    if (is_fraction) {
        text_addc(out, ' ');
        rat_print(out, &d);
        text_adds(out, ".0)");
    }
    rat_release(&n);
    rat_release(&d);
}

static void print_number(text *out, const rat *value, bool is_negative, bool is_real)
{
    if (is_negative) text_adds(out, "(- ");
    print_magnitude(out, value, is_real);
    if (is_negative) text_addc(out, ')');
}

static void print_bits(text *out, const rat *value, uint32_t width)
{
    uint32_t step = width % 4 == 0 ? 4 : 1;
    text_adds(out, step == 4 ? "#x" : "#b");
    for (uint32_t top = width; top > 0; top -= step) {
        unsigned digit = 0;
        for (uint32_t i = 1; i <= step; i++) digit = digit * 2 + rat_bit_test(value, top - i);
        text_addc(out, "0123456789abcdef"[digit]);
    }
}

/* ---- what to bind by let ---- */

/* Every term is printed once in each scope it needs: closed terms belong to the outermost scope, wherever they are used;
 * terms with loose bound variables to the quantifier body they are in. Within its scope a term used more than once gets a name. */
typedef struct binding {
    term t;
    uint32_t level; /* it uses names of smaller levels only: one `let` binds a whole level */
} binding;

VEC_DECLARE(binding_vec, binding);

typedef struct scope {
    term body;
    uint32_t binders, levels;
    binding_vec lets; /* by level, then id */
    u32_map names; /* term -> number in its name */
} scope;

VEC_DECLARE(scope_vec, scope);

/* What is left to be printed, last first: `before`, then what the kind says. */
typedef enum job_kind {
    JOB_TEXT, /* nothing else */
    JOB_TERM, /* t or its name */
    JOB_EXPANDED, /* t, even if it has a name */
    JOB_NUMBER, /* the numeral c of t's sort */
    JOB_LET, /* the current scope's lets from the n-th on, then its body */
    JOB_CLOSE, /* n closing parentheses */
    JOB_LEAVE /* the current scope ends */
} job_kind;

typedef struct job {
    job_kind kind;
    bool negative; /* of JOB_NUMBER */
    const char *before;
    term t;
    const rat *c;
    size_t n;
} job;

VEC_DECLARE(job_vec, job);

typedef struct printer {
    const term_store *ts;
    text *out;
    job_vec jobs;
    scope_vec scopes; /* [0]: the closed terms */
    u32_vec bound; /* numbers in the names of the bound variables, innermost last */
    term_vec children;
    summand_vec left, right;
    uint32_t next_let, next_bound;
} printer;

/* Sums that are short and have no sums in them are taken apart: moving summands to the other side keeps the text linear only
 * for the former and gives the same term back only for the latter. */
enum { SHORT_SUM = 8 };

static bool is_short_sum(const term_store *ts, term t)
{
    if (term_kind_of(ts, t) == TERM_SCALE) return term_kind_of(ts, term_arg(ts, t, 1)) != TERM_ADD;
    if (term_kind_of(ts, t) != TERM_ADD) return true;
    if (term_arity(ts, t) > SHORT_SUM) return false;
    for (size_t i = 0; i < term_arity(ts, t); i++) {
        term a = term_arg(ts, t, i);
        if (term_kind_of(ts, a) == TERM_SCALE) a = term_arg(ts, a, 1);
        if (term_kind_of(ts, a) == TERM_ADD) return false;
    }
    return true;
}

static bool is_short_atom(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k != TERM_LE && k != TERM_LT && k != TERM_EQ) return false;
    term lhs = term_arg(ts, t, 0);
    return term_is_arith(ts, lhs) && is_short_sum(ts, lhs);
}

static bool is_quantifier(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return k == TERM_FORALL || k == TERM_EXISTS;
}

/* Negations and multiples are never named, but what they are of is. */
static void add_child(printer *p, term t)
{
    while (term_kind_of(p->ts, t) == TERM_NOT || term_kind_of(p->ts, t) == TERM_SCALE) {
        t = term_arg(p->ts, t, term_kind_of(p->ts, t) == TERM_NOT ? 0 : 1);
    }
    if (term_arity(p->ts, t) > 0) term_vec_push(&p->children, t);
}

/* p->children := the terms whose text is a part of t's text, without constants and symbols. */
static void list_children(printer *p, term t)
{
    term_vec_clear(&p->children);
    if (is_short_atom(p->ts, t)) {
        term lhs = term_arg(p->ts, t, 0);
        if (term_kind_of(p->ts, lhs) != TERM_ADD) {
            add_child(p, lhs);
            return;
        }
        t = lhs;
    }
    for (size_t i = 0; i < term_arity(p->ts, t); i++) add_child(p, term_arg(p->ts, t, i));
}

typedef struct use {
    uint32_t count, level;
} use;

MAP_DECLARE(use_map, uint32_t, use, map_hash_u64, MAP_EQ_PLAIN);

static int compare_bindings(const void *a, const void *b)
{
    const binding *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    return term_compare(&x->t, &y->t);
}

/* Long conjunctions, disjunctions and sums are kept nested by the constructors. A reader may flatten nested text, but not names. */
static bool is_kept_nested(const term_store *ts, term outer, term inner)
{
    term_kind k = term_kind_of(ts, outer);
    return (k == TERM_AND || k == TERM_OR || k == TERM_ADD) && term_kind_of(ts, inner) == k;
}

/* The terms printed in the scope, in ascending order of id, and how often each is used. For the closed terms' scope that is all
 * of them: closed ones may be inside bodies of quantifiers. */
static void count_uses(printer *p, term root, bool closed, term_vec *terms, use_map *uses)
{
    term_vec_push(terms, root);
    use_map_put(uses, root.id, NULL);
    for (size_t next = 0; next < terms->size; next++) {
        term t = terms->data[next];
        if (!closed && is_quantifier(p->ts, t)) continue;
        list_children(p, t);
        for (size_t i = 0; i < p->children.size; i++) {
            term child = p->children.data[i];
            if (!closed && !term_has_bound(p->ts, child)) continue;
            bool added;
            use_map_put(uses, child.id, &added)->count += is_kept_nested(p->ts, t, child) ? 2 : 1;
            if (added) term_vec_push(terms, child);
        }
    }
    qsort(terms->data, terms->size, sizeof *terms->data, term_compare);
}

static bool is_named(const printer *p, term t, const use *u, bool closed)
{
    return u->count > 1 && term_has_bound(p->ts, t) != closed;
}

static uint32_t level_of(printer *p, term t, bool closed, const use_map *uses)
{
    uint32_t level = 0;
    if (!closed && is_quantifier(p->ts, t)) return level;
    list_children(p, t);
    for (size_t i = 0; i < p->children.size; i++) {
        const use *u = use_map_find(uses, p->children.data[i].id);
        if (!u) continue;
        uint32_t least = u->level + is_named(p, p->children.data[i], u, closed);
        if (least > level) level = least;
    }
    return level;
}

/* Makes the scope of a quantifier's body the current one; or that of all closed terms. */
static void enter_scope(printer *p, term body, uint32_t binders, bool closed)
{
    scope s = {.body = body, .binders = binders};
    term_vec terms;
    use_map uses;
    term_vec_init(&terms);
    use_map_init(&uses);
    count_uses(p, body, closed, &terms, &uses);
    for (size_t i = 0; i < terms.size; i++) {
        term t = terms.data[i];
        uint32_t level = level_of(p, t, closed, &uses);
        use *u = use_map_find(&uses, t.id);
        assert(u && !u->level); /* each is placed once, after its parts */
        u->level = level;
        if (is_named(p, t, u, closed)) binding_vec_push(&s.lets, (binding){t, level});
    }
    if (s.lets.size > 0) qsort(s.lets.data, s.lets.size, sizeof *s.lets.data, compare_bindings);
    for (size_t i = 0; i < s.lets.size; i++) {
        *u32_map_put(&s.names, s.lets.data[i].t.id, NULL) = p->next_let++;
        s.levels += i == 0 || s.lets.data[i].level != s.lets.data[i - 1].level;
    }
    term_vec_release(&terms);
    use_map_release(&uses);
    scope_vec_push(&p->scopes, s);
}

static void leave_scope(printer *p)
{
    scope s = scope_vec_pop(&p->scopes);
    assert(s.binders <= p->bound.size);
    p->bound.size -= s.binders;
    binding_vec_release(&s.lets);
    u32_map_release(&s.names);
}

/* ---- printing ---- */

static void add_job(printer *p, job_kind kind, const char *before, term t)
{
    job_vec_push(&p->jobs, (job){.kind = kind, .before = before, .t = t});
}

static void add_text(printer *p, const char *s) { add_job(p, JOB_TEXT, s, TERM_NONE); }

/* Jobs are added in reading order from `start` on, then turned round. */
static void turn_jobs(printer *p, size_t start)
{
    for (size_t i = start, j = p->jobs.size; i + 1 < j; i++) {
        job x = p->jobs.data[i];
        p->jobs.data[i] = p->jobs.data[--j];
        p->jobs.data[j] = x;
    }
}

static void add_number(printer *p, const char *before, const rat *c, bool negative, term of_sort_of)
{
    job_vec_push(&p->jobs, (job){.kind = JOB_NUMBER, .negative = negative, .before = before, .t = of_sort_of, .c = c});
}

/* `sum` tells the sort. */
static void add_summand(printer *p, const char *before, const summand *s, term sum)
{
    if (term_is_none(s->t)) {
        add_number(p, before, s->c, s->negative, sum);
    } else if (!summand_is_unit(s)) {
        add_text(p, before);
        add_number(p, "(* ", s->c, s->negative, sum);
        add_job(p, JOB_TERM, " ", s->t);
        add_text(p, ")");
    } else if (s->negative) {
        add_text(p, before);
        add_job(p, JOB_TERM, "(- ", s->t);
        add_text(p, ")");
    } else {
        add_job(p, JOB_TERM, before, s->t);
    }
}

static void add_summands(printer *p, const char *before, const summand_vec *list, term sum)
{
    if (list->size == 1) {
        add_summand(p, before, &list->data[0], sum);
        return;
    }
    add_text(p, before);
    add_text(p, "(+");
    for (size_t i = 0; i < list->size; i++) add_summand(p, " ", &list->data[i], sum);
    add_text(p, ")");
}

static void add_sum(printer *p, term t)
{
    summand_vec_clear(&p->left);
    summand_vec_clear(&p->right);
    if (!is_short_sum(p->ts, t) || term_kind_of(p->ts, t) == TERM_SCALE) {
        summand_list(p->ts, t, &p->left);
        add_summands(p, "", &p->left, t);
        return;
    }
    summand_split(p->ts, t, &p->left, &p->right);
    if (p->right.size == 0) {
        add_summands(p, "", &p->left, t);
    } else if (p->left.size == 0) {
        add_summands(p, "(- ", &p->right, t);
        add_text(p, ")");
    } else {
        add_summands(p, "(- ", &p->left, t);
        for (size_t i = 0; i < p->right.size; i++) add_summand(p, " ", &p->right.data[i], t);
        add_text(p, ")");
    }
}

static void add_atom(printer *p, term t)
{
    summand_vec_clear(&p->left);
    summand_vec_clear(&p->right);
    const char *relation = summand_relation(p->ts, t, &p->left, &p->right);
    term sum = term_arg(p->ts, t, 0);
    add_text(p, "(");
    add_text(p, relation);
    add_summands(p, " ", &p->left, sum);
    add_summands(p, " ", &p->right, sum);
    add_text(p, ")");
}

static const char *operator_name(term_kind k)
{
    static const char *const names[TERM_KINDS] = {
        [TERM_NOT] = "not", [TERM_AND] = "and", [TERM_OR] = "or", [TERM_ITE] = "ite", [TERM_EQ] = "=", [TERM_LE] = "<=",
        [TERM_LT] = "<", [TERM_MUL] = "*", [TERM_RDIV] = "/", [TERM_IDIV] = "div", [TERM_MOD] = "mod",
        [TERM_TO_REAL] = "to_real", [TERM_TO_INT] = "to_int", [TERM_SELECT] = "select", [TERM_STORE] = "store",
        [TERM_BV_CONCAT] = "concat", [TERM_BV_NOT] = "bvnot", [TERM_BV_NEG] = "bvneg", [TERM_BV_AND] = "bvand",
        [TERM_BV_OR] = "bvor", [TERM_BV_XOR] = "bvxor", [TERM_BV_ADD] = "bvadd", [TERM_BV_MUL] = "bvmul",
        [TERM_BV_UDIV] = "bvudiv", [TERM_BV_UREM] = "bvurem", [TERM_BV_SDIV] = "bvsdiv", [TERM_BV_SREM] = "bvsrem",
        [TERM_BV_SMOD] = "bvsmod", [TERM_BV_SHL] = "bvshl", [TERM_BV_LSHR] = "bvlshr", [TERM_BV_ASHR] = "bvashr",
        [TERM_BV_ULT] = "bvult", [TERM_BV_ULE] = "bvule", [TERM_BV_SLT] = "bvslt", [TERM_BV_SLE] = "bvsle",
        [TERM_BV_TO_NAT] = "bv2nat",
    };
    assert(names[k]);
    return names[k];
}

static void print_operator(printer *p, term t)
{
    const term_store *ts = p->ts;
    switch (term_kind_of(ts, t)) {
    case TERM_APP: print_symbol(p->out, term_name(ts, t)); break;
    case TERM_CONSTRUCT: print_symbol(p->out, constructor_name(ts, term_constructor(ts, t))); break;
    case TERM_FIELD: print_symbol(p->out, constructor_field(ts, term_constructor(ts, t), term_index(ts, t, 1)).name); break;
    case TERM_IS:
        text_adds(p->out, "(_ is ");
        print_symbol(p->out, constructor_name(ts, term_constructor(ts, t)));
        text_addc(p->out, ')');
        break;
    case TERM_CONST_ARRAY:
        text_adds(p->out, "(as const ");
        print_sort(p->out, ts, term_sort(ts, t));
        text_addc(p->out, ')');
        break;
    case TERM_BV_EXTRACT: text_printf(p->out, "(_ extract %u %u)", term_index(ts, t, 0), term_index(ts, t, 1)); break;
    case TERM_BV_ZERO_EXT: text_printf(p->out, "(_ zero_extend %u)", term_index(ts, t, 0)); break;
    case TERM_BV_SIGN_EXT: text_printf(p->out, "(_ sign_extend %u)", term_index(ts, t, 0)); break;
    case TERM_FLOAT: text_printf(p->out, "float.%s%u", ieee_name(term_float_operation(ts, t)), term_float_width(ts, t)); break;
    case TERM_INT_TO_BV: text_printf(p->out, "(_ int2bv %u)", sort_bv_width(ts, term_sort(ts, t))); break;
    default: text_adds(p->out, operator_name(term_kind_of(ts, t)));
    }
}

static void print_quantifier(printer *p, term t)
{
    text_adds(p->out, term_kind_of(p->ts, t) == TERM_FORALL ? "(forall (" : "(exists (");
    size_t n = term_binder_count(p->ts, t);
    for (size_t i = 0; i < n; i++) {
        text_printf(p->out, "%s(x!%u ", i ? " " : "", p->next_bound);
        print_sort(p->out, p->ts, term_binder_sort(p->ts, t, i));
        text_addc(p->out, ')');
        u32_vec_push(&p->bound, p->next_bound++);
    }
    text_adds(p->out, ") ");
    enter_scope(p, term_arg(p->ts, t, 0), (uint32_t)n, false);
    add_job(p, JOB_LET, "", TERM_NONE);
    add_job(p, JOB_LEAVE, "", TERM_NONE);
    add_text(p, ")");
}

static void print_bound(printer *p, term t)
{
    uint32_t index = term_index(p->ts, t, 0);
    if (index < p->bound.size) text_printf(p->out, "x!%u", p->bound.data[p->bound.size - 1 - index]);
    else text_printf(p->out, "?%zu", index - p->bound.size);
}

static void print_expanded(printer *p, term t)
{
    const term_store *ts = p->ts;
    sort_kind s = sort_kind_of(ts, term_sort(ts, t));
    switch (term_kind_of(ts, t)) {
    case TERM_TRUE: text_adds(p->out, "true"); return;
    case TERM_FALSE: text_adds(p->out, "false"); return;
    case TERM_NUM: print_number(p->out, term_number(ts, t), rat_sign(term_number(ts, t)) < 0, s == SORT_REAL); return;
    case TERM_BVNUM: print_bits(p->out, term_number(ts, t), sort_bv_width(ts, term_sort(ts, t))); return;
    case TERM_SYM: print_symbol(p->out, term_name(ts, t)); return;
    case TERM_BOUND: print_bound(p, t); return;
    case TERM_FORALL:
    case TERM_EXISTS: print_quantifier(p, t); return;
    case TERM_ADD:
    case TERM_SCALE: add_sum(p, t); return;
    default: break;
    }
    if (is_short_atom(ts, t)) {
        add_atom(p, t);
        return;
    }
    if (!term_arity(ts, t)) {
        print_operator(p, t);
        return;
    }
    text_addc(p->out, '(');
    print_operator(p, t);
    for (size_t i = 0; i < term_arity(ts, t); i++) add_job(p, JOB_TERM, " ", term_arg(ts, t, i));
    add_text(p, ")");
}

static const uint32_t *name_of(const printer *p, term t)
{
    const scope *s = term_has_bound(p->ts, t) ? &p->scopes.data[p->scopes.size - 1] : &p->scopes.data[0];
    return u32_map_find(&s->names, t.id);
}

/* The body of the current scope. A whole term with loose bound variables has a scope of its own for its open parts. */
static void add_body(printer *p)
{
    const scope *s = &p->scopes.data[p->scopes.size - 1];
    term body = s->body;
    size_t levels = s->levels;
    if (p->scopes.size == 1 && term_has_bound(p->ts, body)) {
        enter_scope(p, body, 0, false);
        add_job(p, JOB_LET, "", TERM_NONE);
        add_job(p, JOB_LEAVE, "", TERM_NONE);
    } else {
        add_job(p, JOB_TERM, "", body);
    }
    job_vec_push(&p->jobs, (job){.kind = JOB_CLOSE, .before = "", .n = levels});
}

/* (let ((a!1 ...) (a!2 ...)) (let ((a!3 ...)) body)) */
static void print_let(printer *p, size_t i)
{
    const scope *s = &p->scopes.data[p->scopes.size - 1];
    const binding *lets = s->lets.data;
    if (i == s->lets.size) {
        if (i > 0) text_adds(p->out, ")) ");
        add_body(p);
        return;
    }
    text_adds(p->out, i == 0 ? "(let ((" : lets[i].level == lets[i - 1].level ? ") (" : ")) (let ((");
    assert(i < s->lets.size && name_of(p, lets[i].t));
    text_printf(p->out, "a!%u ", *name_of(p, lets[i].t));
    add_job(p, JOB_EXPANDED, "", lets[i].t);
    job_vec_push(&p->jobs, (job){.kind = JOB_LET, .before = "", .n = i + 1});
}

static void run_job(printer *p, job j)
{
    size_t start = p->jobs.size;
    text_adds(p->out, j.before);
    switch (j.kind) {
    case JOB_TEXT: break;
    case JOB_TERM: {
        const uint32_t *name = name_of(p, j.t);
        if (name) text_printf(p->out, "a!%u", *name);
        else print_expanded(p, j.t);
        break;
    }
    case JOB_EXPANDED: print_expanded(p, j.t); break;
    case JOB_NUMBER: print_number(p->out, j.c, j.negative, sort_kind_of(p->ts, term_sort(p->ts, j.t)) == SORT_REAL); break;
    case JOB_LET: print_let(p, j.n); break;
    case JOB_CLOSE:
        for (size_t i = 0; i < j.n; i++) text_addc(p->out, ')');
        break;
    case JOB_LEAVE: leave_scope(p); break;
    }
    turn_jobs(p, start);
}

/* Numbers of our own names start above those of the term's symbols, so that they cannot clash. */
static void avoid_name(printer *p, const char *name)
{
    if ((name[0] != 'a' && name[0] != 'x') || name[1] != '!' || name[2] < '0' || name[2] > '9') return;
    char *end;
    unsigned long long n = strtoull(name + 2, &end, 10);
    uint32_t *next = name[0] == 'a' ? &p->next_let : &p->next_bound;
    if (!*end && n >= *next && n < UINT32_MAX / 2) *next = (uint32_t)n + 1;
}

static void avoid_names(printer *p, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(p->ts, &t, 1, &all);
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(p->ts, all.data[i]);
        if (k == TERM_SYM || k == TERM_APP) avoid_name(p, term_name(p->ts, all.data[i]));
        if (k == TERM_CONSTRUCT || k == TERM_FIELD || k == TERM_IS) avoid_name(p, constructor_name(p->ts, term_constructor(p->ts, all.data[i])));
        if (k == TERM_FIELD) avoid_name(p, constructor_field(p->ts, term_constructor(p->ts, all.data[i]), term_index(p->ts, all.data[i], 1)).name);
    }
    term_vec_release(&all);
}

void print_term(text *out, const term_store *ts, term t)
{
    printer p = {.ts = ts, .out = out, .next_let = 1, .next_bound = 0};
    avoid_names(&p, t);
    enter_scope(&p, t, 0, true);
    add_job(&p, JOB_LET, "", TERM_NONE);
    while (p.jobs.size > 0) run_job(&p, job_vec_pop(&p.jobs));
    assert(p.scopes.size == 1 && !p.bound.size); /* what was opened is closed */
    while (p.scopes.size > 0) leave_scope(&p);
    job_vec_release(&p.jobs);
    scope_vec_release(&p.scopes);
    u32_vec_release(&p.bound);
    term_vec_release(&p.children);
    summand_vec_release(&p.left);
    summand_vec_release(&p.right);
}
