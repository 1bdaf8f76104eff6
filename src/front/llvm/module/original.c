#include "front/llvm/module/original.h"

#include "base/alloc.h"
#include "base/map.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

static inline uint64_t hash_pointer(const void *p) { return map_hash_u64((uint64_t)(uintptr_t)p); }
MAP_DECLARE(block_map, LLVMBasicBlockRef, LLVMBasicBlockRef, hash_pointer, MAP_EQ_PLAIN);
VEC_DECLARE(instruction_vec, LLVMValueRef);

static unsigned number_kind(LLVMContextRef context) { return LLVMGetMDKindIDInContext(context, "latch.number", 12); }

static void number_instructions(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
    unsigned kind = number_kind(context);
    uint64_t next = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(i64, next++, 0));
                LLVMSetMetadata(i, kind, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &number, 1)));
            }
}

/* False: it has none. */
static bool number_of(LLVMValueRef instruction, uint64_t *out)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction))));
    LLVMValueRef node = LLVMGetMetadata(instruction, number_kind(context)), number;
    if (!node) return false;
    LLVMGetMDNodeOperands(node, &number);
    *out = LLVMConstIntGetZExtValue(number);
    return true;
}

struct originals {
    instruction_vec instructions; /* by number */
    block_map blocks;
};

/* The two modules are the same here. Blocks of the program stay where they begin, though calls that get a body divide them. */
static void pair_blocks(originals *o, LLVMModuleRef module, LLVMModuleRef original)
{
    LLVMValueRef g = LLVMGetFirstFunction(original);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f), g = LLVMGetNextFunction(g)) {
        LLVMBasicBlockRef c = LLVMGetFirstBasicBlock(g);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b), c = LLVMGetNextBasicBlock(c)) {
            assert(c);
            *block_map_put(&o->blocks, b, NULL) = c;
            for (LLVMValueRef i = LLVMGetFirstInstruction(c); i; i = LLVMGetNextInstruction(i)) instruction_vec_push(&o->instructions, i);
        }
    }
}

void originals_free(originals *o)
{
    if (!o) return;
    instruction_vec_release(&o->instructions);
    block_map_release(&o->blocks);
    free(o);
}

LLVMValueRef original_instruction(const originals *o, LLVMValueRef instruction)
{
    uint64_t number;
    if (!o) return instruction;
    return number_of(instruction, &number) ? o->instructions.data[number] : NULL;
}

LLVMBasicBlockRef original_block(const originals *o, LLVMBasicBlockRef b)
{
    if (!o) return b;
    const LLVMBasicBlockRef *found = block_map_find(&o->blocks, b);
    return found ? *found : NULL;
}

originals *originals_new(LLVMModuleRef module, LLVMModuleRef *copy)
{
    originals *o = alloc_zeroed(1, sizeof *o);
    number_instructions(module);
    *copy = LLVMCloneModule(module);
    pair_blocks(o, module, *copy);
    return o;
}
