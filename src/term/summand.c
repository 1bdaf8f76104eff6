#include "term/summand.h"

static summand summand_of(const term_store *ts, term t)
{
    if (term_kind_of(ts, t) == TERM_NUM) {
        const rat *c = term_number(ts, t);
        return (summand){c, TERM_NONE, rat_sign(c) < 0};
    }
    if (term_kind_of(ts, t) != TERM_SCALE) return (summand){NULL, t, false};
    const rat *c = term_number(ts, term_arg(ts, t, 0));
    return (summand){c, term_arg(ts, t, 1), rat_sign(c) < 0};
}

void summand_list(const term_store *ts, term t, summand_vec *out)
{
    if (term_kind_of(ts, t) != TERM_ADD) {
        summand_vec_push(out, summand_of(ts, t));
        return;
    }
    bool has_constant = term_kind_of(ts, term_arg(ts, t, 0)) == TERM_NUM;
    for (size_t i = has_constant; i < term_arity(ts, t); i++) summand_vec_push(out, summand_of(ts, term_arg(ts, t, i)));
    if (has_constant) summand_vec_push(out, summand_of(ts, term_arg(ts, t, 0)));
}

void summand_split(const term_store *ts, term t, summand_vec *plus, summand_vec *minus)
{
    size_t start = plus->size, kept = start;
    summand_list(ts, t, plus);
    for (size_t i = start; i < plus->size; i++) {
        summand s = plus->data[i];
        if (!s.negative) {
            plus->data[kept++] = s;
        } else {
            s.negative = false;
            summand_vec_push(minus, s);
        }
    }
    assert(kept >= start);
    plus->size = kept;
}

const char *summand_relation(const term_store *ts, term atom, summand_vec *left, summand_vec *right)
{
    assert(term_kind_of(ts, atom) == TERM_EQ || term_kind_of(ts, atom) == TERM_LE || term_kind_of(ts, atom) == TERM_LT);
    assert(term_kind_of(ts, term_arg(ts, atom, 1)) == TERM_NUM);
    term_kind k = term_kind_of(ts, atom);
    term bound = term_arg(ts, atom, 1);
    bool is_int = sort_kind_of(ts, term_sort(ts, bound)) == SORT_INT;
    summand constant = summand_of(ts, bound);
    const char *relation = k == TERM_EQ ? "=" : k == TERM_LE ? "<=" : "<";
    summand_split(ts, term_arg(ts, atom, 0), left, right);
    if (left->size == 0) {
        assert(k != TERM_EQ);
        summand_vec all = *left;
        *left = *right;
        *right = all;
        constant.negative = rat_sign(constant.c) > 0;
        summand_vec_push(right, constant);
        return k == TERM_LE ? ">=" : ">";
    }
    if (right->size == 0) {
        summand_vec_push(right, constant);
    } else if (is_int && k == TERM_LE && rat_is_minus_one(constant.c)) {
        relation = "<";
    } else if (constant.negative) {
        constant.negative = false;
        summand_vec_push(left, constant);
    } else if (rat_sign(constant.c) > 0) {
        summand_vec_push(right, constant);
    }
    return relation;
}

bool summand_is_unit(const summand *s) { return !s->c || rat_is_one(s->c) || rat_is_minus_one(s->c); }
