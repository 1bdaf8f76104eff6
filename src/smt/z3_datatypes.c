/* Datatypes to Z3 and back. Z3 knows a datatype by its name, so names have to be unique in a context, as they are in a store. */

#include "smt/z3_bridge.h"
#include "term/datatype.h"

#include <string.h>

/* ---- to Z3 ---- */

static Z3_symbol symbol_of(const z3_terms *b, const char *name) { return Z3_mk_string_symbol(b->z3, name); }

static Z3_constructor make_constructor(z3_terms *b, constructor c, const sort_vec *block)
{
    size_t n = constructor_arity(b->ts, c);
    Z3_symbol *names = alloc_zeroed(n + 1, sizeof *names);
    Z3_sort *sorts = alloc_zeroed(n + 1, sizeof *sorts);
    unsigned *refs = alloc_zeroed(n + 1, sizeof *refs);
    for (size_t i = 0; i < n; i++) {
        field f = constructor_field(b->ts, c, i);
        names[i] = symbol_of(b, f.name);
        for (unsigned k = 0; k < block->size; k++)
            if (sort_is_equal(block->data[k], f.sort)) refs[i] = k + 1;
        if (refs[i]) refs[i]--;
        else sorts[i] = z3_terms_sort(b, f.sort);
    }
    text tester;
    text_init(&tester);
    text_printf(&tester, "is-%s", constructor_name(b->ts, c));
    Z3_constructor made = Z3_mk_constructor(b->z3, symbol_of(b, constructor_name(b->ts, c)), symbol_of(b, tester.data), (unsigned)n, names, sorts, refs);
    text_release(&tester);
    free(names);
    free(sorts);
    free(refs);
    return made;
}

VEC_DECLARE(z3_constructor_vec, Z3_constructor);

static Z3_constructor_list make_constructors(z3_terms *b, sort s, const sort_vec *block, z3_constructor_vec *made)
{
    size_t first = made->size;
    for (size_t k = 0; k < datatype_size(b->ts, s); k++) z3_constructor_vec_push(made, make_constructor(b, datatype_constructor(b->ts, s, k), block));
    return Z3_mk_constructor_list(b->z3, (unsigned)(made->size - first), made->data + first);
}

void z3_datatypes_make(z3_terms *b, sort datatype)
{
    sort_vec block;
    z3_constructor_vec made;
    sort_vec_init(&block);
    z3_constructor_vec_init(&made);
    datatype_block(b->ts, datatype, &block);
    Z3_symbol *names = alloc_zeroed(block.size, sizeof *names);
    Z3_sort *sorts = alloc_zeroed(block.size, sizeof *sorts);
    Z3_constructor_list *lists = alloc_zeroed(block.size, sizeof *lists);
    for (size_t i = 0; i < block.size; i++) {
        names[i] = symbol_of(b, sort_name(b->ts, block.data[i]));
        lists[i] = make_constructors(b, block.data[i], &block, &made);
    }
    Z3_mk_datatypes(b->z3, (unsigned)block.size, names, sorts, lists);
    for (size_t i = 0; i < block.size; i++) {
        Z3_inc_ref(b->z3, (Z3_ast)sorts[i]);
        made_map_put(&b->sorts, block.data[i].id, NULL)->ast = (Z3_ast)sorts[i];
        Z3_del_constructor_list(b->z3, lists[i]);
    }
    for (size_t i = 0; i < made.size; i++) Z3_del_constructor(b->z3, made.data[i]);
    sort_vec_release(&block);
    z3_constructor_vec_release(&made);
    free(names);
    free(sorts);
    free(lists);
}

Z3_ast z3_datatypes_to_z3(z3_terms *b, term t)
{
    constructor c = term_constructor(b->ts, t);
    Z3_sort s = z3_terms_sort(b, constructor_sort(b->ts, c));
    unsigned k = (unsigned)constructor_position(b->ts, c);
    Z3_func_decl f = term_kind_of(b->ts, t) == TERM_CONSTRUCT ? Z3_get_datatype_sort_constructor(b->z3, s, k)
                     : term_kind_of(b->ts, t) == TERM_IS      ? Z3_get_datatype_sort_recognizer(b->z3, s, k)
                                                              : Z3_get_datatype_sort_constructor_accessor(b->z3, s, k, term_index(b->ts, t, 1));
    return f ? Z3_mk_app(b->z3, f, (unsigned)b->asts.size, b->asts.data) : NULL;
}

/* ---- back ---- */

static bool has_name(z3_terms *b, Z3_func_decl f, const char *name)
{
    char buffer[32];
    return !strcmp(z3_bridge_name(b, Z3_get_decl_name(b->z3, f), buffer), name);
}

sort z3_datatypes_sort_from(z3_terms *b, Z3_sort s)
{
    char buffer[32];
    sort found;
    if (!datatype_find(b->ts, z3_bridge_name(b, Z3_get_sort_name(b->z3, s), buffer), &found)) return SORT_NONE;
    return z3_terms_sort(b, found) == s ? found : SORT_NONE;
}

static term construct_from(z3_terms *b, Z3_func_decl f, sort result)
{
    for (size_t k = 0; k < datatype_size(b->ts, result); k++) {
        constructor c = datatype_constructor(b->ts, result, k);
        if (has_name(b, f, constructor_name(b->ts, c)) && constructor_arity(b->ts, c) == b->args.size) return term_mk_construct(b->ts, c, b->args.data);
    }
    return TERM_NONE;
}

static bool find_field(z3_terms *b, Z3_func_decl f, sort of, constructor *c, size_t *i)
{
    for (size_t k = 0; k < datatype_size(b->ts, of); k++) {
        *c = datatype_constructor(b->ts, of, k);
        for (*i = 0; *i < constructor_arity(b->ts, *c); ++*i)
            if (has_name(b, f, constructor_field(b->ts, *c, *i).name)) return true;
    }
    return false;
}

/* The test's parameter is the constructor's function. */
static term test_from(z3_terms *b, Z3_func_decl f, sort of)
{
    if (!Z3_get_decl_num_parameters(b->z3, f) || Z3_get_decl_parameter_kind(b->z3, f, 0) != Z3_PARAMETER_FUNC_DECL) return TERM_NONE;
    Z3_func_decl made_by = Z3_get_decl_func_decl_parameter(b->z3, f, 0);
    for (size_t k = 0; k < datatype_size(b->ts, of); k++) {
        constructor c = datatype_constructor(b->ts, of, k);
        if (has_name(b, made_by, constructor_name(b->ts, c))) return term_mk_is(b->ts, c, b->args.data[0]);
    }
    return TERM_NONE;
}

/* A value with another field: what another constructor made stays what it is. */
static term update_from(z3_terms *b, Z3_func_decl f, sort of)
{
    constructor c;
    size_t i;
    term t = b->args.data[0];
    if (b->args.size != 2 || Z3_get_decl_num_parameters(b->z3, f) < 1 || Z3_get_decl_parameter_kind(b->z3, f, 0) != Z3_PARAMETER_FUNC_DECL) return TERM_NONE;
    if (!find_field(b, Z3_get_decl_func_decl_parameter(b->z3, f, 0), of, &c, &i)) return TERM_NONE;
    term_vec fields;
    term_vec_init(&fields);
    for (size_t k = 0; k < constructor_arity(b->ts, c); k++) term_vec_push(&fields, k == i ? b->args.data[1] : term_mk_field(b->ts, c, k, t));
    term updated = term_mk_construct(b->ts, c, fields.data);
    term_vec_release(&fields);
    return term_mk_ite(b->ts, term_mk_is(b->ts, c, t), updated, t);
}

term z3_datatypes_from_z3(z3_terms *b, Z3_func_decl f, Z3_decl_kind kind, sort result)
{
    if (kind == Z3_OP_DT_CONSTRUCTOR) return sort_kind_of(b->ts, result) == SORT_DATATYPE ? construct_from(b, f, result) : TERM_NONE;
    if (!b->args.size || sort_kind_of(b->ts, term_sort(b->ts, b->args.data[0])) != SORT_DATATYPE) return TERM_NONE;
    sort of = term_sort(b->ts, b->args.data[0]);
    constructor c;
    size_t i;
    if (kind == Z3_OP_DT_ACCESSOR) return find_field(b, f, of, &c, &i) ? term_mk_field(b->ts, c, i, b->args.data[0]) : TERM_NONE;
    if (kind == Z3_OP_DT_UPDATE_FIELD) return update_from(b, f, of);
    return test_from(b, f, of);
}
