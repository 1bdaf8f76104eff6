/* Binding and opening, and rebuilding terms of any kind. */

#include "term/datatype.h"
#include "term/float.h"
#include "term/store.h"

/* ---- rebuilding ---- */

term term_mk_bound(term_store *ts, uint32_t index, sort s) { return store_intern(ts, TERM_BOUND, s, index, 0, NULL, 0); }

/* The list of binder sorts, kept once: quantifiers are equal only if their lists are the same list. */
static uint32_t intern_binders(term_store *ts, const sort *sorts, size_t n)
{
    uint64_t key = map_hash_bytes(sorts, n * sizeof(sort));
    for (;; key++) {
        bool added;
        uint32_t *offset = u64_map_put(&ts->binder_index, key, &added);
        if (added) {
            *offset = (uint32_t)ts->binders.size;
            sort_vec_append(&ts->binders, sorts, n);
            sort_vec_push(&ts->binders, SORT_NONE); /* ends the list */
            return *offset;
        }
        const sort *list = ts->binders.data + *offset;
        if (*offset + n < ts->binders.size && sort_is_none(list[n]) && !memcmp(list, sorts, n * sizeof(sort))) return *offset;
    }
}

term term_mk_quantifier(term_store *ts, term_kind kind, const sort *sorts, size_t n, term body)
{
    assert((kind == TERM_FORALL || kind == TERM_EXISTS) && term_is_bool(ts, body));
    if (n == 0 || !term_has_bound(ts, body)) return body;
    return store_intern(ts, kind, sort_bool(ts), intern_binders(ts, sorts, n), (uint32_t)n, &body, 1);
}

static term rebuild_quantifier(term_store *ts, term like, term body)
{
    sort_vec sorts;
    sort_vec_init(&sorts);
    for (size_t i = 0; i < term_binder_count(ts, like); i++) sort_vec_push(&sorts, term_binder_sort(ts, like, i));
    term t = term_mk_quantifier(ts, store_kind(ts, like), sorts.data, sorts.size, body);
    sort_vec_release(&sorts);
    return t;
}

term term_rebuild(term_store *ts, term like, const term *args)
{
    const node n = *store_node(ts, like);
    if (n.n_args == 0 || !memcmp(ts->pool.data + n.args, args, n.n_args * sizeof(term))) return like;
    term_kind kind = (term_kind)n.kind;
    switch (kind) {
    case TERM_APP: return term_mk_app(ts, ts->names.data[n.data], (sort){n.sort}, args, n.n_args);
    case TERM_NOT: return term_mk_not(ts, args[0]);
    case TERM_AND: return term_mk_and(ts, args, n.n_args);
    case TERM_OR: return term_mk_or(ts, args, n.n_args);
    case TERM_ITE: return term_mk_ite(ts, args[0], args[1], args[2]);
    case TERM_EQ: return term_mk_eq(ts, args[0], args[1]);
    case TERM_LE: return term_mk_le(ts, args[0], args[1]);
    case TERM_LT: return term_mk_lt(ts, args[0], args[1]);
    case TERM_ADD: return term_mk_add(ts, args, n.n_args);
    case TERM_SCALE:
    case TERM_MUL: return term_mk_mul(ts, args, n.n_args);
    case TERM_RDIV: return term_mk_rdiv(ts, args[0], args[1]);
    case TERM_IDIV: return term_mk_idiv(ts, args[0], args[1]);
    case TERM_MOD: return term_mk_mod(ts, args[0], args[1]);
    case TERM_TO_REAL: return term_mk_to_real(ts, args[0]);
    case TERM_TO_INT: return term_mk_to_int(ts, args[0]);
    case TERM_FLOAT: return term_mk_float(ts, (ieee_operation)n.data, n.data2, args);
    case TERM_SELECT: return term_mk_select(ts, args[0], args[1]);
    case TERM_STORE: return term_mk_store(ts, args[0], args[1], args[2]);
    case TERM_CONST_ARRAY: return term_mk_const_array(ts, (sort){n.sort}, args[0]);
    case TERM_BV_EXTRACT: return term_mk_bv_extract(ts, n.data, n.data2, args[0]);
    case TERM_BV_ZERO_EXT:
    case TERM_BV_SIGN_EXT: return term_mk_bv_extend(ts, kind, n.data, args[0]);
    case TERM_BV_NOT:
    case TERM_BV_NEG: return term_mk_bv_unary(ts, kind, args[0]);
    case TERM_CONSTRUCT: return term_mk_construct(ts, (constructor){n.data}, args);
    case TERM_FIELD: return term_mk_field(ts, (constructor){n.data}, n.data2, args[0]);
    case TERM_IS: return term_mk_is(ts, (constructor){n.data}, args[0]);
    case TERM_BV_TO_NAT: return term_mk_bv_to_nat(ts, args[0]);
    case TERM_INT_TO_BV: return term_mk_int_to_bv(ts, sort_bv_width(ts, (sort){n.sort}), args[0]);
    case TERM_FORALL:
    case TERM_EXISTS: return rebuild_quantifier(ts, like, args[0]);
    default: assert(n.n_args == 2); return term_mk_bv_binary(ts, kind, args[0], args[1]);
    }
}

/* ---- binding and opening ----
 * Both replace leaves depending on how many binders they are under, so the memo's key is a term and a depth. */

typedef struct rewriter {
    term_store *ts;
    const u32_map *positions; /* binding: symbol -> index at depth 0 */
    const term *values; /* opening: what the outermost binder's variables become */
    uint32_t n_values;
    u64_map memo;
    u32_vec stack; /* pairs: term, depth */
    term_vec args;
} rewriter;

/* What becomes of t without looking at its arguments; TERM_NONE if that does not decide it. */
static term rewrite_leaf(rewriter *r, term t, uint32_t depth)
{
    const node *n = store_node(r->ts, t);
    if (r->positions) {
        if (n->kind != TERM_SYM) return n->n_args ? TERM_NONE : t;
        uint32_t *position = u32_map_find(r->positions, t.id);
        return position ? term_mk_bound(r->ts, *position + depth, (sort){n->sort}) : t;
    }
    if (n->loose <= depth) return t;
    if (n->kind != TERM_BOUND) return TERM_NONE;
    uint32_t index = n->data - depth;
    assert(index < r->n_values);
    return r->values[r->n_values - 1 - index];
}

static bool rewrite_args(rewriter *r, term t, uint32_t depth)
{
    bool ready = true;
    const node *n = store_node(r->ts, t);
    uint32_t inner = depth + (n->kind == TERM_FORALL || n->kind == TERM_EXISTS ? n->data2 : 0);
    term_vec_clear(&r->args);
    for (size_t i = 0; i < n->n_args; i++) {
        term a = store_arg(r->ts, t, i);
        uint32_t *done = u64_map_find(&r->memo, (uint64_t)a.id << 32 | inner);
        if (done) {
            term_vec_push(&r->args, (term){*done});
        } else {
            ready = false;
            u32_vec_push(&r->stack, a.id);
            u32_vec_push(&r->stack, inner);
        }
    }
    return ready;
}

static term rewrite(rewriter *r, term root)
{
    u64_map_init(&r->memo);
    u32_vec_init(&r->stack);
    term_vec_init(&r->args);
    u32_vec_push(&r->stack, root.id);
    u32_vec_push(&r->stack, 0);
    while (r->stack.size) {
        uint32_t depth = r->stack.data[r->stack.size - 1];
        term t = {r->stack.data[r->stack.size - 2]};
        uint64_t key = (uint64_t)t.id << 32 | depth;
        if (u64_map_find(&r->memo, key)) {
            r->stack.size -= 2;
            continue;
        }
        term done = rewrite_leaf(r, t, depth);
        if (term_is_none(done)) {
            if (!rewrite_args(r, t, depth)) continue;
            done = term_rebuild(r->ts, t, r->args.data);
        }
        *u64_map_put(&r->memo, key, NULL) = done.id;
        r->stack.size -= 2;
    }
    term result = {*u64_map_find(&r->memo, (uint64_t)root.id << 32)};
    u64_map_release(&r->memo);
    u32_vec_release(&r->stack);
    term_vec_release(&r->args);
    return result;
}

static term bind(term_store *ts, term_kind kind, const term *vars, size_t n, term body)
{
    assert(!term_has_bound(ts, body));
    u32_map positions;
    u32_map_init(&positions);
    sort_vec sorts;
    sort_vec_init(&sorts);
    for (size_t i = 0; i < n; i++) {
        assert(store_kind(ts, vars[i]) == TERM_SYM);
        *u32_map_put(&positions, vars[i].id, NULL) = (uint32_t)(n - 1 - i);
        sort_vec_push(&sorts, term_sort(ts, vars[i]));
    }
    rewriter r = {.ts = ts, .positions = &positions};
    term t = term_mk_quantifier(ts, kind, sorts.data, n, rewrite(&r, body));
    u32_map_release(&positions);
    sort_vec_release(&sorts);
    return t;
}

term term_mk_forall(term_store *ts, const term *vars, size_t n, term body) { return bind(ts, TERM_FORALL, vars, n, body); }
term term_mk_exists(term_store *ts, const term *vars, size_t n, term body) { return bind(ts, TERM_EXISTS, vars, n, body); }

term term_instantiate(term_store *ts, term quantifier, const term *values)
{
    assert(!term_has_bound(ts, quantifier));
    rewriter r = {.ts = ts, .values = values, .n_values = (uint32_t)term_binder_count(ts, quantifier)};
    return rewrite(&r, store_arg(ts, quantifier, 0));
}
