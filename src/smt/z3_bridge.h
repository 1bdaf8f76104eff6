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

#endif
