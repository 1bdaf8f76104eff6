#ifndef FRONT_LLVM_SCALAR_H
#define FRONT_LLVM_SCALAR_H

/* What an LLVM value is in the program: a list of scalars, each with the object it points to, if that is followed. */

#include "base/map.h"
#include "base/vec.h"
#include "front/llvm/module/module.h"
#include "front/llvm/translate/cint.h"

/* Where a pointer comes from: the object [low, high) it was made from, wherever it points now. Origins are followed only if bounds or
 * pointers are checked (`high` only for bounds, otherwise it is TERM_NONE). An origin is always one of
 *   nowhere   low = high = 0: null, a pointer that was never set, a number
 *   foreign   low = 1, high beyond all addresses: memory that the program did not make (and that is an assumption of the verdict)
 *   object    the first byte of an object of the program's, and the one past its last
 * It is carried along with the pointer: in scalars, in temporaries, parameters and results of their own, and beside the regions of
 * memory that hold pointers (an array indexed by the same address; for bytes, by that of the pointer's first byte). Terms of origins
 * are over temporaries and numbers only.
 *
 * The points-to analysis saves most of this. If a node has one object, whose address is constant, then the origin of every pointer
 * into it is that object (NODE_FIXED), and nothing is carried: an access is within it, or wrong. The same holds for nodes
 * without objects, and of functions (NODE_EMPTY). An origin that is not true can be no reason for a wrong SAFE: what is proved
 * is that the address accessed lies in [low, high), which is an object of the pointer's node that is there.
 *
 * Addresses are never given out twice: a local variable that may be gone while there are pointers to it (translate_escape.c) has a
 * new one each time. A node where objects end (freed, scope left, function returned) has an array `alive` from `low`. */
typedef struct origin {
    term low, high;
} origin;

typedef enum scalar_kind { SCALAR_INT, SCALAR_BOOL, SCALAR_UNKNOWN } scalar_kind;
typedef struct scalar {
    scalar_kind kind;
    cint number; /* SCALAR_BOOL: its value is a Bool term */
    bool has_origin; /* false: nowhere */
    origin origin;
} scalar;
typedef struct value {
    const scalar *leaves;
    size_t n;
} value;

/* A scalar of an aggregate type. */
typedef struct leaf {
    LLVMTypeRef type;
    uint64_t offset;
} leaf;
VEC_DECLARE(leaf_vec, leaf);

static inline uint64_t hash_pointer(const void *p) { return map_hash_u64((uint64_t)(uintptr_t)p); }
MAP_DECLARE(object_map, LLVMValueRef, uint64_t, hash_pointer, MAP_EQ_PLAIN);
VEC_DECLARE(llvm_value_vec, LLVMValueRef);

#endif
