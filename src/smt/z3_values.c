#include "smt/z3_values.h"

#include "smt/z3_bridge.h"
#include "term/datatype.h"
#include "term/eval.h"

/* Values nested deeper than this have no value here, if they have arrays in them. */
#define MAX_DEPTH 256

typedef struct reader {
    z3_terms *b;
    Z3_model model;
} reader;

typedef struct entry {
    Z3_ast index, element;
} entry;
VEC_DECLARE(entry_vec, entry);

static term value_from(const reader *r, Z3_ast v, unsigned depth);

static bool is_app_of(const reader *r, Z3_ast e, Z3_decl_kind kind)
{
    return Z3_get_ast_kind(r->b->z3, e) == Z3_APP_AST &&
           Z3_get_decl_kind(r->b->z3, Z3_get_app_decl(r->b->z3, Z3_to_app(r->b->z3, e))) == kind;
}

static Z3_ast app_arg(const reader *r, Z3_ast e, unsigned i) { return Z3_get_app_arg(r->b->z3, Z3_to_app(r->b->z3, e), i); }

/* `array` with the entries written, the last one first. */
static term write_entries(const reader *r, term array, const entry *entries, size_t n, unsigned depth)
{
    while (n-- > 0 && !term_is_none(array)) {
        term index = value_from(r, entries[n].index, depth + 1), element = value_from(r, entries[n].element, depth + 1);
        bool ok = !term_is_none(index) && !term_is_none(element);
        array = ok ? eval_array_store(r->b->ts, array, index, element) : TERM_NONE;
    }
    return array;
}

static term constant_array(const reader *r, sort array, Z3_ast element, unsigned depth)
{
    term value = element ? value_from(r, element, depth + 1) : TERM_NONE;
    return term_is_none(value) ? value : term_mk_const_array(r->b->ts, array, value);
}

/* The array that a function of the model is. */
static term array_of_function(const reader *r, sort array, Z3_func_decl f, unsigned depth)
{
    Z3_func_interp table = Z3_model_get_func_interp(r->b->z3, r->model, f);
    if (!table) return TERM_NONE;
    Z3_func_interp_inc_ref(r->b->z3, table);
    term value = constant_array(r, array, Z3_func_interp_get_else(r->b->z3, table), depth);
    unsigned n = Z3_func_interp_get_num_entries(r->b->z3, table);
    for (unsigned i = 0; i < n && !term_is_none(value); i++) {
        Z3_func_entry row = Z3_func_interp_get_entry(r->b->z3, table, i);
        Z3_func_entry_inc_ref(r->b->z3, row);
        bool is_unary = Z3_func_entry_get_num_args(r->b->z3, row) == 1;
        entry e = {is_unary ? Z3_func_entry_get_arg(r->b->z3, row, 0) : NULL, Z3_func_entry_get_value(r->b->z3, row)};
        value = is_unary ? write_entries(r, value, &e, 1, depth) : TERM_NONE;
        Z3_func_entry_dec_ref(r->b->z3, row);
    }
    Z3_func_interp_dec_ref(r->b->z3, table);
    return value;
}

/* Reads `bound variable 0 = index`, either way round. */
static bool read_index_test(const reader *r, Z3_ast e, Z3_ast *index)
{
    if (!is_app_of(r, e, Z3_OP_EQ)) return false;
    Z3_ast sides[] = {app_arg(r, e, 0), app_arg(r, e, 1)};
    for (size_t i = 0; i < 2; i++) {
        if (Z3_get_ast_kind(r->b->z3, sides[i]) != Z3_VAR_AST) continue;
        *index = sides[1 - i];
        return true;
    }
    return false;
}

/* The tests  `bound variable 0 = index`  in a lambda's body. False if the variable is used in any other way. */
static bool find_tests(const reader *r, Z3_ast body, ast_vec *tests, entry_vec *indices)
{
    ast_vec todo;
    u32_map seen;
    ast_vec_init(&todo);
    u32_map_init(&seen);
    ast_vec_push(&todo, body);
    bool ok = true;
    while (todo.size && ok) {
        Z3_ast e = ast_vec_pop(&todo), index;
        bool added;
        u32_map_put(&seen, Z3_get_ast_id(r->b->z3, e), &added);
        Z3_ast_kind kind = Z3_get_ast_kind(r->b->z3, e);
        ok = kind == Z3_APP_AST || kind == Z3_NUMERAL_AST;
        if (!ok || !added || kind == Z3_NUMERAL_AST) continue;
        if (read_index_test(r, e, &index)) {
            ast_vec_push(tests, e);
            entry_vec_push(indices, (entry){index, NULL});
            continue;
        }
        for (unsigned i = 0; i < Z3_get_app_num_args(r->b->z3, Z3_to_app(r->b->z3, e)); i++) ast_vec_push(&todo, app_arg(r, e, i));
    }
    ast_vec_release(&todo);
    u32_map_release(&seen);
    return ok;
}

/* The body where the test number `holds` is true, as are those of the same index, and the others false. */
static term value_where(const reader *r, Z3_ast body, const ast_vec *tests, const entry_vec *indices, size_t holds, unsigned depth)
{
    Z3_context z3 = r->b->z3;
    Z3_ast *by = alloc_zeroed(tests->size + 1, sizeof *by);
    for (size_t i = 0; i < tests->size; i++) {
        bool is_true = holds < tests->size && Z3_is_eq_ast(z3, indices->data[i].index, indices->data[holds].index);
        by[i] = is_true ? Z3_mk_true(z3) : Z3_mk_false(z3);
    }
    Z3_ast decided = Z3_substitute(z3, body, (unsigned)tests->size, tests->data, by);
    free(by);
    if (!decided) return TERM_NONE;
    Z3_inc_ref(z3, decided);
    Z3_ast simple = Z3_simplify(z3, decided);
    if (simple) Z3_inc_ref(z3, simple);
    Z3_dec_ref(z3, decided);
    term value = simple ? value_from(r, simple, depth + 1) : TERM_NONE;
    if (simple) Z3_dec_ref(z3, simple);
    return value;
}

/* A lambda that distinguishes indices one by one. */
static term array_of_lambda(const reader *r, sort array, Z3_ast lambda, unsigned depth)
{
    if (Z3_get_quantifier_num_bound(r->b->z3, lambda) != 1) return TERM_NONE;
    ast_vec tests;
    entry_vec indices;
    ast_vec_init(&tests);
    entry_vec_init(&indices);
    Z3_ast body = Z3_get_quantifier_body(r->b->z3, lambda);
    term value = find_tests(r, body, &tests, &indices) ? value_where(r, body, &tests, &indices, SIZE_MAX, depth) : TERM_NONE;
    if (!term_is_none(value)) value = term_mk_const_array(r->b->ts, array, value);
    for (size_t i = 0; i < tests.size && !term_is_none(value); i++) {
        term index = value_from(r, indices.data[i].index, depth + 1), element = value_where(r, body, &tests, &indices, i, depth);
        bool ok = !term_is_none(index) && !term_is_none(element);
        value = ok ? eval_array_store(r->b->ts, value, index, element) : TERM_NONE;
    }
    ast_vec_release(&tests);
    entry_vec_release(&indices);
    return value;
}

static term array_value(const reader *r, sort array, Z3_ast v, unsigned depth)
{
    entry_vec entries;
    entry_vec_init(&entries);
    while (is_app_of(r, v, Z3_OP_STORE)) {
        entry_vec_push(&entries, (entry){app_arg(r, v, 1), app_arg(r, v, 2)});
        v = app_arg(r, v, 0);
    }
    term value = TERM_NONE;
    if (is_app_of(r, v, Z3_OP_CONST_ARRAY)) value = constant_array(r, array, app_arg(r, v, 0), depth);
    else if (Z3_is_as_array(r->b->z3, v)) value = array_of_function(r, array, Z3_get_as_array_func_decl(r->b->z3, v), depth);
    else if (Z3_get_ast_kind(r->b->z3, v) == Z3_QUANTIFIER_AST && Z3_is_lambda(r->b->z3, v))
        value = array_of_lambda(r, array, v, depth);
    value = write_entries(r, value, entries.data, entries.size, depth);
    entry_vec_release(&entries);
    return value;
}

/* Of a constructor's application of which z3_terms_from_z3 does not make a value, because there are arrays in it. */
static term datatype_value(const reader *r, sort datatype, Z3_ast v, unsigned depth)
{
    if (!is_app_of(r, v, Z3_OP_DT_CONSTRUCTOR)) return TERM_NONE;
    Z3_app app = Z3_to_app(r->b->z3, v);
    const char *name = Z3_get_symbol_string(r->b->z3, Z3_get_decl_name(r->b->z3, Z3_get_app_decl(r->b->z3, app)));
    size_t k = 0, n = Z3_get_app_num_args(r->b->z3, app);
    while (k < datatype_size(r->b->ts, datatype) && strcmp(name, constructor_name(r->b->ts, datatype_constructor(r->b->ts, datatype, k)))) k++;
    if (k == datatype_size(r->b->ts, datatype)) return TERM_NONE;
    constructor c = datatype_constructor(r->b->ts, datatype, k);
    if (constructor_arity(r->b->ts, c) != n) return TERM_NONE;
    term_vec fields;
    term_vec_init(&fields);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) {
        term_vec_push(&fields, value_from(r, app_arg(r, v, i), depth + 1));
        ok = !term_is_none(term_vec_last(&fields));
    }
    term value = ok ? term_mk_construct(r->b->ts, c, fields.data) : TERM_NONE;
    term_vec_release(&fields);
    return value;
}

/* Recursion is on the nesting of arrays and of what has arrays in it, and bounded. */
static term value_from(const reader *r, Z3_ast v, unsigned depth)
{
    sort of = z3_terms_sort_from(r->b, Z3_get_sort(r->b->z3, v));
    if (sort_is_none(of) || depth > MAX_DEPTH) return TERM_NONE;
    if (sort_kind_of(r->b->ts, of) == SORT_ARRAY) return array_value(r, of, v, depth);
    term t = z3_terms_from_z3(r->b, v);
    if (!term_is_none(t) && eval_is_value(r->b->ts, t)) return t;
    return sort_kind_of(r->b->ts, of) == SORT_DATATYPE ? datatype_value(r, of, v, depth) : TERM_NONE;
}

term z3_values_read(z3_terms *b, Z3_model model, Z3_ast v)
{
    reader r = {b, model};
    return value_from(&r, v, 0);
}
