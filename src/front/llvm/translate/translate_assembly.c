/* Inline assembly: whatever it may write holds any value afterwards. */

#include "front/llvm/translate/assembly.h"
#include "front/llvm/translate/translate.h"

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

/* A pointer to one of the objects that were given in, or to something else. */
static scalar any_output(translator *t, LLVMTypeRef type)
{
    scalar s = translate_any(t, "inline assembly", type, true);
    if (!is_pointer(type) || !translate_tracks(t)) return s;
    check_gap(t, "which object a pointer from inline assembly points to is not known");
    return origin_put(s, origin_foreign(t, s.number.value));
}

static void write_output(translator *t, const assembly *a, const assembly_operand *o, LLVMTypeRef type, scalar *out, size_t *n)
{
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, type, &leaves);
    LLVMValueRef kept = assembly_kept_value(a, o);
    if (kept && LLVMTypeOf(kept) != type) kept = NULL; /* in a register of another width */
    value v = {NULL, 0};
    if (kept) v = translate_value(t, kept);
    for (size_t i = 0; i < leaves.size && !translate_failed(t); i++) out[(*n)++] = kept ? v.leaves[i] : any_output(t, leaves.data[i].type);
    leaf_vec_release(&leaves);
}

static void write_results(translator *t, LLVMValueRef call, const assembly *a)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, type, &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    size_t n = 0;
    for (size_t i = 0; i < a->operands.size && !translate_failed(t); i++) {
        const assembly_operand *o = &a->operands.data[i];
        if (!o->is_output || o->is_memory) continue;
        write_output(t, a, o, is_struct ? LLVMStructGetTypeAtIndex(type, o->result) : type, out, &n);
    }
    assert(translate_failed(t) || n == leaves.size);
    if (!translate_failed(t)) translate_define(t, call, out, n, TERM_NONE);
    leaf_vec_release(&leaves);
}

static void access_memory(translator *t, const assembly *a, const assembly_operand *o)
{
    uint64_t size = LLVMTypeIsSized(o->type) ? LLVMStoreSizeOfType(t->cm->layout, o->type) : 0;
    check_access(t, o->argument, size);
    if (o->is_output) check_writable(t, o->argument);
    if (!assembly_keeps(a, o)) memory_havoc_object(t, o->argument, size, "inline assembly");
}

static void write_reachable(translator *t, LLVMValueRef pointer)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, pointer, true, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        if (t->plan.regions[touched.data[i]].user) region_havoc(t, (region){touched.data[i]}, "inline assembly");
    }
    u32_vec_release(&touched);
}

/* A memory operand lets the assembly out of it only by addresses that it holds. */
static bool leads_on(translator *t, const assembly_operand *o)
{
    if (!o->is_memory) return true;
    uint64_t size = LLVMTypeIsSized(o->type) ? LLVMStoreSizeOfType(t->cm->layout, o->type) : 0;
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    bool leads = !size || !memory_cells_within(t, o->argument, size, &cells);
    for (size_t i = 0; i < cells.size && !leads; i++) leads = memory_node_in(t->mem, cells.data[i].region) != MEMORY_NO_NODE;
    memory_cell_vec_release(&cells);
    return leads;
}

void translate_assembly(translator *t, LLVMValueRef call)
{
    assembly a;
    assembly_read(&a, call);
    if (!a.is_empty)
        program_add_unseen(t->p, t->here, "inline assembly",
                           "it is taken to give any value to its outputs and, where it clobbers memory, to what its operands lead to, and to do nothing else");
    for (size_t i = 0; i < a.operands.size && !translate_failed(t); i++) {
        const assembly_operand *o = &a.operands.data[i];
        if (o->is_memory) access_memory(t, &a, o);
        if (assembly_is_way_out(&a, o) && leads_on(t, o)) write_reachable(t, o->argument);
    }
    write_results(t, call, &a);
    assembly_release(&a);
}
