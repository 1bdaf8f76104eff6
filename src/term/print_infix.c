#include "base/map.h"
#include "term/dag.h"
#include "term/datatype.h"
#include "term/float.h"
#include "term/print.h"
#include "term/summand.h"

/* How tightly an operator binds, as in C. */
typedef enum precedence {
    PREC_BINDER,
    PREC_TERNARY,
    PREC_OR,
    PREC_AND,
    PREC_BIT_OR,
    PREC_BIT_XOR,
    PREC_BIT_AND,
    PREC_EQUALITY,
    PREC_ORDER,
    PREC_SHIFT,
    PREC_SUM,
    PREC_PRODUCT,
    PREC_UNARY,
    PREC_PRIMARY
} precedence;

/* What is left to be printed, last first: `before`, then a term (if any) that must bind at least as tightly as `least`. */
typedef struct job {
    const char *before;
    const rat *magnitude; /* a number without its sign, after `before`; NULL: none */
    term t; /* TERM_NONE: no term */
    precedence least;
    uint32_t leave; /* as many bound variables end here */
} job;

VEC_DECLARE(job_vec, job);

typedef struct printer {
    const term_store *ts;
    text *out;
    size_t start, width;
    job_vec jobs;
    u32_vec bound; /* numbers of the bound variables' names, innermost last */
    uint32_t next_bound;
    string_map taken; /* names of symbols */
} printer;

static void add_text(printer *p, const char *s) { job_vec_push(&p->jobs, (job){.before = s, .t = TERM_NONE}); }

static void add_term(printer *p, const char *before, term t, precedence least)
{
    job_vec_push(&p->jobs, (job){.before = before, .t = t, .least = least});
}

/* ---- sorts and names ---- */

static void print_c_sort(text *out, const term_store *ts, sort s)
{
    switch (sort_kind_of(ts, s)) {
    case SORT_BOOL: text_adds(out, "bool"); break;
    case SORT_INT: text_adds(out, "int"); break;
    case SORT_REAL: text_adds(out, "real"); break;
    case SORT_BV: text_printf(out, "bv%u", sort_bv_width(ts, s)); break;
    case SORT_UNINTERPRETED:
    case SORT_DATATYPE: text_adds(out, sort_name(ts, s)); break;
    case SORT_ARRAY: print_sort(out, ts, s); break;
    }
}

static void print_bound_name(text *out, uint32_t number)
{
    text_addc(out, 'k');
    if (number > 0) text_printf(out, "%u", number);
}

/* k, k1, k2, ... without those that are symbols. */
static uint32_t fresh_bound(printer *p)
{
    text name;
    text_init(&name);
    do {
        text_clear(&name);
        print_bound_name(&name, p->next_bound++);
    } while (string_map_find(&p->taken, name.data));
    text_release(&name);
    return p->next_bound - 1;
}

static void take_names(printer *p, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(p->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) string_map_put(&p->taken, term_name(p->ts, symbols.data[i]), NULL);
    term_vec_release(&symbols);
}

/* ---- precedences ---- */

static bool is_arith_atom(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return k == TERM_LE || k == TERM_LT || (k == TERM_EQ && term_is_arith(ts, term_arg(ts, t, 0)));
}

static precedence number_precedence(const rat *c)
{
    if (!rat_is_integer(c)) return PREC_PRODUCT;
    return rat_sign(c) < 0 ? PREC_UNARY : PREC_PRIMARY;
}

static bool is_disequation(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_NOT && term_kind_of(ts, term_arg(ts, t, 0)) == TERM_EQ;
}

static precedence precedence_of(const term_store *ts, term t)
{
    switch (term_kind_of(ts, t)) {
    case TERM_NUM: return number_precedence(term_number(ts, t));
    case TERM_NOT: return is_disequation(ts, t) ? PREC_EQUALITY : PREC_UNARY;
    case TERM_BV_NOT:
    case TERM_BV_NEG: return PREC_UNARY;
    case TERM_AND: return PREC_AND;
    case TERM_OR: return PREC_OR;
    case TERM_ITE: return PREC_TERNARY;
    case TERM_EQ: return PREC_EQUALITY;
    case TERM_LE:
    case TERM_LT:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE:
    case TERM_IS: return PREC_ORDER;
    case TERM_ADD:
    case TERM_BV_ADD: return PREC_SUM;
    case TERM_SCALE:
    case TERM_MUL:
    case TERM_RDIV:
    case TERM_IDIV:
    case TERM_MOD:
    case TERM_BV_MUL:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM: return PREC_PRODUCT;
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return PREC_SHIFT;
    case TERM_BV_AND: return PREC_BIT_AND;
    case TERM_BV_OR: return PREC_BIT_OR;
    case TERM_BV_XOR: return PREC_BIT_XOR;
    case TERM_FORALL:
    case TERM_EXISTS: return PREC_BINDER;
    default: return PREC_PRIMARY;
    }
}

/* ---- sums and atoms ---- */

static void print_magnitude(text *out, const rat *c)
{
    rat a;
    rat_init(&a);
    rat_abs(&a, c);
    rat_print(out, &a);
    rat_release(&a);
}

static void add_summand(printer *p, const char *before, const summand *s)
{
    if (term_is_none(s->t)) {
        job_vec_push(&p->jobs, (job){.before = before, .magnitude = s->c, .t = TERM_NONE});
    } else if (summand_is_unit(s)) {
        bool is_minus_first = *before == '-' && term_kind_of(p->ts, s->t) != TERM_MUL;
        add_term(p, before, s->t, is_minus_first ? PREC_UNARY : PREC_PRODUCT);
    } else {
        job_vec_push(&p->jobs, (job){.before = before, .magnitude = s->c, .t = TERM_NONE});
        add_term(p, "*", s->t, term_kind_of(p->ts, s->t) == TERM_MUL ? PREC_PRODUCT : PREC_UNARY);
    }
}

/* Positive summands first. */
static void add_summands(printer *p, const summand_vec *list)
{
    bool first = true;
    for (int negative = 0; negative <= 1; negative++) {
        for (size_t i = 0; i < list->size; i++) {
            if (list->data[i].negative != (negative == 1)) continue;
            add_summand(p, first ? (negative ? "-" : "") : (negative ? " - " : " + "), &list->data[i]);
            first = false;
        }
    }
}

static void add_sum(printer *p, term t)
{
    summand_vec list;
    summand_vec_init(&list);
    summand_list(p->ts, t, &list);
    add_summands(p, &list);
    summand_vec_release(&list);
}

static const char *denied(const char *relation)
{
    if (*relation == '=') return "!=";
    if (*relation == '<') return relation[1] ? ">" : ">=";
    return relation[1] ? "<" : "<=";
}

static void add_atom(printer *p, term t, bool is_negated)
{
    summand_vec left, right;
    summand_vec_init(&left);
    summand_vec_init(&right);
    const char *relation = summand_relation(p->ts, t, &left, &right);
    add_summands(p, &left);
    add_text(p, " ");
    add_text(p, is_negated ? denied(relation) : *relation == '=' ? "==" : relation);
    add_text(p, " ");
    add_summands(p, &right);
    summand_vec_release(&left);
    summand_vec_release(&right);
}

/* ---- the other kinds ---- */

static void add_infix(printer *p, const char *operator, term t, precedence first, precedence rest)
{
    for (size_t i = 0; i < term_arity(p->ts, t); i++) {
        if (i > 0) add_text(p, operator);
        add_term(p, "", term_arg(p->ts, t, i), i > 0 ? rest : first);
    }
}

static void add_call(printer *p, const char *name, term t)
{
    add_text(p, name);
    for (size_t i = 0; i < term_arity(p->ts, t); i++) add_term(p, i ? ", " : "(", term_arg(p->ts, t, i), PREC_BINDER);
    add_text(p, ")");
}

static void add_equation(printer *p, term t, bool is_negated)
{
    if (is_arith_atom(p->ts, t)) add_atom(p, t, is_negated);
    else add_infix(p, is_negated ? " != " : " == ", t, PREC_ORDER, PREC_ORDER);
}

/* The negation of a disjunct, as a condition. */
static void add_denied(printer *p, const char *before, term t)
{
    term_kind k = term_kind_of(p->ts, t);
    if (k == TERM_NOT && term_kind_of(p->ts, term_arg(p->ts, t, 0)) == TERM_AND) {
        add_text(p, before);
        add_infix(p, " && ", term_arg(p->ts, t, 0), PREC_BIT_OR, PREC_BIT_OR);
    } else if (k == TERM_NOT) {
        add_term(p, before, term_arg(p->ts, t, 0), PREC_BIT_OR);
    } else if (is_arith_atom(p->ts, t)) {
        add_text(p, before);
        add_atom(p, t, true);
    } else {
        add_text(p, before);
        add_term(p, "!", t, PREC_UNARY);
    }
}

/* A disjunction, some members of which speak of array contents: if the others are false, one of these is true. */
static bool add_implication(printer *p, term t)
{
    if (term_kind_of(p->ts, t) != TERM_OR) return false;
    size_t contents = 0, n = term_arity(p->ts, t);
    for (size_t i = 0; i < n; i++) contents += dag_has_kind(p->ts, term_arg(p->ts, t, i), TERM_SELECT);
    if (contents == 0 || contents == n) return false;
    const char *before = ". ";
    for (size_t i = 0; i < n; i++) {
        if (dag_has_kind(p->ts, term_arg(p->ts, t, i), TERM_SELECT)) continue;
        add_denied(p, before, term_arg(p->ts, t, i));
        before = " && ";
    }
    before = " ==> ";
    for (size_t i = 0; i < n; i++) {
        if (!dag_has_kind(p->ts, term_arg(p->ts, t, i), TERM_SELECT)) continue;
        add_term(p, before, term_arg(p->ts, t, i), PREC_AND);
        before = " || ";
    }
    return true;
}

static void add_quantifier(printer *p, term t)
{
    text_adds(p->out, term_kind_of(p->ts, t) == TERM_FORALL ? "forall " : "exists ");
    size_t n = term_binder_count(p->ts, t);
    for (size_t i = 0; i < n; i++) {
        if (i > 0) text_adds(p->out, ", ");
        print_c_sort(p->out, p->ts, term_binder_sort(p->ts, t, i));
        text_addc(p->out, ' ');
        u32_vec_push(&p->bound, fresh_bound(p));
        print_bound_name(p->out, u32_vec_last(&p->bound));
    }
    if (!add_implication(p, term_arg(p->ts, t, 0))) add_term(p, ". ", term_arg(p->ts, t, 0), PREC_BINDER);
    job_vec_push(&p->jobs, (job){.before = "", .t = TERM_NONE, .leave = (uint32_t)n});
}

static const char *infix_operator(term_kind k)
{
    static const char *const operators[TERM_KINDS] = {
        [TERM_AND] = " && ", [TERM_OR] = " || ", [TERM_MUL] = "*", [TERM_RDIV] = " / ", [TERM_IDIV] = " div ", [TERM_MOD] = " mod ",
        [TERM_BV_AND] = " & ", [TERM_BV_OR] = " | ", [TERM_BV_XOR] = " ^ ", [TERM_BV_ADD] = " + ", [TERM_BV_MUL] = " * ",
        [TERM_BV_UDIV] = " /u ", [TERM_BV_UREM] = " %u ", [TERM_BV_SDIV] = " /s ", [TERM_BV_SREM] = " %s ", [TERM_BV_SHL] = " << ",
        [TERM_BV_LSHR] = " >>u ", [TERM_BV_ASHR] = " >>s ", [TERM_BV_ULT] = " <u ", [TERM_BV_ULE] = " <=u ",
        [TERM_BV_SLT] = " <s ", [TERM_BV_SLE] = " <=s ",
    };
    return operators[k];
}

static const char *call_name(const term_store *ts, term t)
{
    switch (term_kind_of(ts, t)) {
    case TERM_APP: return term_name(ts, t);
    case TERM_TO_REAL: return "real";
    case TERM_TO_INT: return "floor";
    case TERM_STORE: return "store";
    case TERM_CONST_ARRAY: return "const";
    case TERM_CONSTRUCT: return constructor_name(ts, term_constructor(ts, t));
    case TERM_BV_CONCAT: return "concat";
    case TERM_BV_SMOD: return "smod";
    case TERM_BV_TO_NAT: return "nat";
    default: return NULL;
    }
}

static void print_leaf(printer *p, term t)
{
    const term_store *ts = p->ts;
    switch (term_kind_of(ts, t)) {
    case TERM_TRUE: text_adds(p->out, "true"); break;
    case TERM_FALSE: text_adds(p->out, "false"); break;
    case TERM_NUM:
    case TERM_BVNUM: rat_print(p->out, term_number(ts, t)); break;
    case TERM_APP:
    case TERM_SYM: text_adds(p->out, term_name(ts, t)); break;
    case TERM_CONSTRUCT: text_adds(p->out, constructor_name(ts, term_constructor(ts, t))); break;
    default: {
        uint32_t index = term_index(ts, t, 0);
        if (index < p->bound.size) print_bound_name(p->out, p->bound.data[p->bound.size - 1 - index]);
        else text_printf(p->out, "?%zu", index - p->bound.size);
    }
    }
}

/* An operation with numbers in its name. */
static void add_indexed(printer *p, term t)
{
    const term_store *ts = p->ts;
    term_kind k = term_kind_of(ts, t);
    uint32_t width = sort_bv_width(ts, term_sort(ts, t));
    switch (k) {
    case TERM_BV_EXTRACT: text_printf(p->out, "extract[%u:%u]", term_index(ts, t, 0), term_index(ts, t, 1)); break;
    case TERM_BV_ZERO_EXT: text_printf(p->out, "zero_extend%u", width); break;
    case TERM_BV_SIGN_EXT: text_printf(p->out, "sign_extend%u", width); break;
    default: assert(k == TERM_INT_TO_BV); text_printf(p->out, "bv%u", width);
    }
    add_term(p, "(", term_arg(ts, t, 0), PREC_BINDER);
    add_text(p, ")");
}

static void print_node(printer *p, term t)
{
    const term_store *ts = p->ts;
    term_kind k = term_kind_of(ts, t);
    precedence own = precedence_of(ts, t);
    if (term_arity(ts, t) == 0) {
        print_leaf(p, t);
    } else if (infix_operator(k)) {
        bool is_associative = k == TERM_MUL || k == TERM_AND || k == TERM_OR;
        add_infix(p, infix_operator(k), t, is_associative ? own + 1 : own == PREC_ORDER ? PREC_SHIFT : own, own + 1);
    } else if (call_name(ts, t)) {
        add_call(p, call_name(ts, t), t);
    } else {
        switch (k) {
        case TERM_FLOAT: {
            const char *name = ieee_name(term_float_operation(ts, t));
            text_adds(p->out, name);
            text_adds(p->out, term_float_width(ts, t) == 32 ? "f" : "");
            for (size_t i = 0; i < term_arity(ts, t); i++) add_term(p, i ? ", " : "(", term_arg(ts, t, i), PREC_BINDER);
            add_text(p, ")");
            break;
        }
        case TERM_NOT:
            if (is_disequation(ts, t)) add_equation(p, term_arg(ts, t, 0), true);
            else add_term(p, "!", term_arg(ts, t, 0), PREC_UNARY);
            break;
        case TERM_BV_NOT: add_term(p, "~", term_arg(ts, t, 0), PREC_UNARY); break;
        case TERM_BV_NEG: add_term(p, "-", term_arg(ts, t, 0), PREC_UNARY); break;
        case TERM_ITE:
            add_term(p, "", term_arg(ts, t, 0), PREC_OR);
            add_term(p, " ? ", term_arg(ts, t, 1), PREC_TERNARY);
            add_term(p, " : ", term_arg(ts, t, 2), PREC_TERNARY);
            break;
        case TERM_EQ: add_equation(p, t, false); break;
        case TERM_LE:
        case TERM_LT: add_atom(p, t, false); break;
        case TERM_ADD:
        case TERM_SCALE: add_sum(p, t); break;
        case TERM_SELECT:
            add_term(p, "", term_arg(ts, t, 0), PREC_PRIMARY);
            add_term(p, "[", term_arg(ts, t, 1), PREC_BINDER);
            add_text(p, "]");
            break;
        case TERM_FIELD:
            add_term(p, "", term_arg(ts, t, 0), PREC_PRIMARY);
            add_text(p, ".");
            add_text(p, constructor_field(ts, term_constructor(ts, t), term_index(ts, t, 1)).name);
            break;
        case TERM_IS:
            add_term(p, "", term_arg(ts, t, 0), PREC_PRIMARY);
            add_text(p, " is ");
            add_text(p, constructor_name(ts, term_constructor(ts, t)));
            break;
        case TERM_FORALL:
        case TERM_EXISTS: add_quantifier(p, t); break;
        default: add_indexed(p, t);
        }
    }
}

static void run_job(printer *p, job j)
{
    text_adds(p->out, j.before);
    if (j.magnitude) print_magnitude(p->out, j.magnitude);
    p->bound.size -= j.leave;
    if (term_is_none(j.t)) return;
    size_t start = p->jobs.size;
    bool in_parentheses = precedence_of(p->ts, j.t) < j.least;
    if (in_parentheses) text_addc(p->out, '(');
    print_node(p, j.t);
    if (in_parentheses) add_text(p, ")");
    for (size_t a = start, b = p->jobs.size; a + 1 < b; a++) {
        job x = p->jobs.data[a];
        p->jobs.data[a] = p->jobs.data[--b];
        p->jobs.data[b] = x;
    }
}

/* Cuts the text at the width, not inside a character. */
static bool is_cut(printer *p)
{
    if (p->width == 0 || p->out->size - p->start <= p->width) return false;
    size_t end = p->start + p->width;
    while (end > p->start && ((unsigned char)p->out->data[end] & 0xc0) == 0x80) end--;
    p->out->size = end;
    text_adds(p->out, "...");
    return true;
}

void print_term_infix(text *out, const term_store *ts, term t, size_t width)
{
    printer p = {.ts = ts, .out = out, .start = out->size, .width = width};
    if (term_has_quantifier(ts, t)) take_names(&p, t);
    add_term(&p, "", t, PREC_BINDER);
    while (p.jobs.size > 0) {
        run_job(&p, job_vec_pop(&p.jobs));
        if (is_cut(&p)) break;
    }
    job_vec_release(&p.jobs);
    u32_vec_release(&p.bound);
    string_map_release(&p.taken);
}
