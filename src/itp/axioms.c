#include "itp/axioms.h"

#include "term/dag.h"

static void push(const term_store *ts, term_vec *out, term row)
{
    if (!term_is_equal(row, term_true(ts))) term_vec_push(out, row);
}

/* lower <= t <= upper */
static void bound(term_store *ts, term lower, term t, term upper, term_vec *out)
{
    push(ts, out, term_mk_le(ts, lower, t));
    push(ts, out, term_mk_le(ts, t, upper));
}

/* k * (x div k) <= x <= k * (x div k) + |k| - 1, and x mod k is the difference. */
static void divide(term_store *ts, term t, term_vec *out)
{
    term x = term_arg(ts, t, 0), k = term_arg(ts, t, 1);
    if (term_kind_of(ts, k) != TERM_NUM || !rat_sign(term_number(ts, k))) return;
    rat most;
    rat_init(&most);
    rat_abs(&most, term_number(ts, k));
    term last = term_mk_sub(ts, term_mk_num(ts, &most, sort_int(ts)), term_mk_int(ts, 1));
    rat_release(&most);
    term multiple = term_mk_mul2(ts, k, term_mk_idiv(ts, x, k)), rest = term_mk_sub(ts, x, multiple);
    bound(ts, term_mk_int(ts, 0), rest, last, out);
    if (term_kind_of(ts, t) != TERM_MOD) return;
    bound(ts, term_mk_int(ts, 0), t, last, out);
    push(ts, out, term_mk_eq(ts, t, rest));
}

static void floor_of(term_store *ts, term t, term_vec *out)
{
    term x = term_arg(ts, t, 0), low = term_mk_to_real(ts, t);
    push(ts, out, term_mk_le(ts, low, x));
    push(ts, out, term_mk_lt(ts, x, term_mk_add2(ts, low, term_mk_real(ts, 1, 1))));
}

static void natural(term_store *ts, term t, term_vec *out)
{
    rat most;
    rat_init(&most);
    rat_set_pow2(&most, sort_bv_width(ts, term_sort(ts, term_arg(ts, t, 0))));
    term past = term_mk_num(ts, &most, sort_int(ts));
    rat_release(&most);
    bound(ts, term_mk_int(ts, 0), t, term_mk_sub(ts, past, term_mk_int(ts, 1)), out);
}

/* array = store(other, index, value): a read at the index is the value. */
static void write_once(term_store *ts, term array, term store, term_vec *out)
{
    if (term_kind_of(ts, store) != TERM_STORE) return;
    push(ts, out, term_mk_eq(ts, term_mk_select(ts, array, term_arg(ts, store, 1)), term_arg(ts, store, 2)));
}

static void equal_arrays(term_store *ts, term literal, term_vec *out)
{
    if (term_kind_of(ts, literal) != TERM_EQ) return;
    term a = term_arg(ts, literal, 0), b = term_arg(ts, literal, 1);
    if (sort_kind_of(ts, term_sort(ts, a)) != SORT_ARRAY) return;
    write_once(ts, a, b, out);
    write_once(ts, b, a, out);
}

void axioms_of(term_store *ts, const term *literals, size_t n, term_vec *out)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, literals, n, &all);
    for (size_t k = 0; k < all.size; k++) {
        term t = all.data[k];
        if (term_has_bound(ts, t)) continue;
        switch (term_kind_of(ts, t)) {
        case TERM_IDIV:
        case TERM_MOD: divide(ts, t, out); break;
        case TERM_TO_INT: floor_of(ts, t, out); break;
        case TERM_BV_TO_NAT: natural(ts, t, out); break;
        default: break;
        }
    }
    for (size_t k = 0; k < n; k++) equal_arrays(ts, literals[k], out);
    term_vec_release(&all);
}
