#ifndef SMT_Z3_BRIDGE_H
#define SMT_Z3_BRIDGE_H

/* The inside of z3_terms.h: what z3_terms.c (there) and z3_terms_from.c (back) share. */

#include "base/map.h"
#include "smt/z3_terms.h"

VEC_DECLARE(ast_vec, Z3_ast);

typedef struct z3_made {
    Z3_ast ast;
    uint32_t depth; /* operators on the longest way to a leaf */
} z3_made;
MAP_DECLARE(made_map, uint32_t, z3_made, map_hash_u64, MAP_EQ_PLAIN);

/* Both memos are keyed by ids. Z3 uses the id of a freed expression again, so everything they name is referenced: by the
 * values of `to_z3` and by `kept`. Maps and not arrays over all ids, as there may be many bridges on one large store. */
struct z3_terms {
    term_store *ts;
    Z3_context z3;
    size_t max_depth; /* of expressions that the stack can take */
    made_map sorts; /* sort id -> Z3 sort */
    u32_map sorts_from; /* Z3 id of a sort -> sort id */
    ast_vec kept_sorts; /* the keys of sorts_from */
    made_map to_z3; /* term id -> expression */
    u32_map from_z3; /* Z3 id -> term id, that of TERM_NONE included */
    ast_vec kept; /* the keys of from_z3 */
    ast_vec asts; /* arguments of the expression being made */
    term_vec args; /* arguments of the term being made */
};

/* The name of a Z3 symbol; `buffer` is for those that are numbers. */
const char *z3_bridge_name(z3_terms *b, Z3_symbol symbol, char buffer[32]);

/* z3_datatypes.c. Makes the datatype's block, for whose fields the sorts that are not of the block are made already. */
void z3_datatypes_make(z3_terms *b, sort datatype);
sort z3_datatypes_sort_from(z3_terms *b, Z3_sort s);
/* A constructor's term, a field, a test: the arguments are in b->asts, or in b->args on the way back. */
Z3_ast z3_datatypes_to_z3(z3_terms *b, term t);
Z3_ast z3_floats_to_z3(z3_terms *b, term t);
term z3_datatypes_from_z3(z3_terms *b, Z3_func_decl f, Z3_decl_kind kind, sort result);

#endif
