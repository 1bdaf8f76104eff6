#include "front/while/translate.h"

#include <string.h>

/* The divisor of the inner division is never 0, so that no value is left open. */
term while_mk_div(term_store *ts, term a, term b)
{
    term zero = term_mk_int(ts, 0), is_zero = term_mk_eq(ts, b, zero), is_negative = term_mk_lt(ts, b, zero);
    term dividend = term_mk_ite(ts, is_negative, term_mk_neg(ts, a), a), divisor = term_mk_ite(ts, is_negative, term_mk_neg(ts, b), b);
    divisor = term_mk_ite(ts, is_zero, term_mk_int(ts, 1), divisor);
    return term_mk_ite(ts, is_zero, zero, term_mk_idiv(ts, dividend, divisor));
}

static term mk_number(term_store *ts, const char *digits)
{
    rat r;
    rat_init(&r);
    bool ok = rat_set_string(&r, digits, strlen(digits), 10);
    assert(ok), (void)ok;
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

static term mk_binary(term_store *ts, while_op op, term a, term b)
{
    switch (op) {
    case WHILE_ADD: return term_mk_add2(ts, a, b);
    case WHILE_SUB: return term_mk_sub(ts, a, b);
    case WHILE_MUL: return term_mk_mul2(ts, a, b);
    case WHILE_DIV: return while_mk_div(ts, a, b);
    case WHILE_AND: return term_mk_and2(ts, a, b);
    case WHILE_OR: return term_mk_or2(ts, a, b);
    case WHILE_EQ: return term_mk_eq(ts, a, b);
    case WHILE_NE: return term_mk_not(ts, term_mk_eq(ts, a, b));
    case WHILE_LT: return term_mk_lt(ts, a, b);
    case WHILE_LE: return term_mk_le(ts, a, b);
    case WHILE_GT: return term_mk_gt(ts, a, b);
    default: assert(op == WHILE_GE); return term_mk_ge(ts, a, b);
    }
}

term while_mk_term(const while_terms *t, const while_expr *e)
{
    switch (e->op) {
    case WHILE_NUMBER: return mk_number(t->ts, e->text);
    case WHILE_VARIABLE:
    case WHILE_DEREF: return t->leaf(t->user, e);
    case WHILE_NEGATE: return term_mk_neg(t->ts, while_mk_term(t, e->a));
    case WHILE_TRUE: return term_true(t->ts);
    case WHILE_FALSE: return term_false(t->ts);
    case WHILE_NOT: return term_mk_not(t->ts, while_mk_term(t, e->a));
    case WHILE_EQ:
    case WHILE_NE:
        if (e->a->type == WHILE_REFERENCE) {
            term same = t->same(t->user, e->a->var, e->b->var);
            return e->op == WHILE_EQ ? same : term_mk_not(t->ts, same);
        }
        break;
    default: break;
    }
    term a = while_mk_term(t, e->a);
    return mk_binary(t->ts, e->op, a, while_mk_term(t, e->b));
}
