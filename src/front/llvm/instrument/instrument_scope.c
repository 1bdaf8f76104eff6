#include "front/llvm/instrument/instrument_scope.h"

enum { ALIGNMENT = 16 }; /* of the blocks */

/* A local variable, and the variables that stand for it. `now`: its block, null if its scope has ended; `last`: the same, but never null after
 * the first one: a pointer to something that is gone, where the program uses the variable then. */
typedef struct scoped {
    instrumenter *n;
    LLVMValueRef variable, now, last;
    LLVMValueRef begin, end; /* latch_scope_begin, latch_scope_end */
} scoped;

static LLVMBasicBlockRef entry_of(LLVMValueRef inst)
{
    return LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
}

static LLVMValueRef load(const scoped *s, LLVMValueRef from) { return LLVMBuildLoad2(s->n->builder, s->n->pointer, from, ""); }

static bool is_own(const scoped *s, LLVMValueRef user)
{
    return plan_is_lifetime(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == s->last);
}

/* A phi takes its value at the end of the block that it comes from. */
static void replace_operand(const scoped *s, LLVMValueRef user, unsigned index)
{
    LLVMValueRef before = LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, index)) : user;
    LLVMPositionBuilderBefore(s->n->builder, before);
    LLVMSetOperand(user, index, load(s, s->last));
}

static void replace_uses(const scoped *s)
{
    llvm_value_vec users;
    llvm_value_vec_init(&users);
    for (LLVMUseRef u = LLVMGetFirstUse(s->variable); u; u = LLVMGetNextUse(u))
        if (!is_own(s, LLVMGetUser(u))) llvm_value_vec_push(&users, LLVMGetUser(u));
    for (size_t i = 0; i < users.size; i++) {
        unsigned count = (unsigned)LLVMGetNumOperands(users.data[i]);
        for (unsigned k = 0; k < count; k++)
            if (LLVMGetOperand(users.data[i], k) == s->variable) replace_operand(s, users.data[i], k);
    }
    llvm_value_vec_release(&users);
}

/* Each execution of the definition of an array, or of alloca, makes a new one; a mark may be passed again. */
static void begin_before(const scoped *s, LLVMValueRef inst, bool is_array)
{
    instrumenter *n = s->n;
    LLVMPositionBuilderBefore(n->builder, inst);
    LLVMValueRef count = LLVMBuildIntCast2(n->builder, LLVMGetOperand(s->variable, 0), n->i64, 0, "");
    LLVMValueRef size = LLVMBuildMul(n->builder, count, number(n->i64, instrument_size(n, LLVMGetAllocatedType(s->variable))), "");
    LLVMValueRef home = instrument_call(n, s->begin, (LLVMValueRef[]){is_array ? LLVMConstNull(n->pointer) : load(s, s->now), size}, 2);
    LLVMBuildStore(n->builder, home, s->now);
    LLVMBuildStore(n->builder, home, s->last);
}

static void end_before(const scoped *s, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(s->n->builder, inst);
    LLVMValueRef home = load(s, s->now);
    LLVMBuildStore(s->n->builder, instrument_call(s->n, s->end, &home, 1), s->now);
}

static void collect(LLVMValueRef variable, bool is_array, llvm_value_vec *begins, llvm_value_vec *ends)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
    if (is_array) llvm_value_vec_push(begins, LLVMGetNextInstruction(variable));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            bool is_mark = plan_is_lifetime(inst) && LLVMGetOperand(inst, 1) == variable;
            bool is_restored = is_array && text_begins_with(plan_callee_name(inst), "llvm.stackrestore") && escape_is_restored(variable, inst);
            if (is_mark && text_begins_with(plan_callee_name(inst), "llvm.lifetime.start")) llvm_value_vec_push(begins, inst);
            else if (is_mark || is_restored || LLVMIsAReturnInst(inst)) llvm_value_vec_push(ends, inst);
        }
    }
}

/* Before its first scope, the variable is what it was. */
static void move_to_heap(scoped *s)
{
    bool is_array = plan_is_dynamic_alloca(s->variable);
    llvm_value_vec begins, ends;
    llvm_value_vec_init(&begins);
    llvm_value_vec_init(&ends);
    collect(s->variable, is_array, &begins, &ends);
    LLVMPositionBuilderBefore(s->n->builder, LLVMGetFirstInstruction(entry_of(s->variable)));
    s->now = LLVMBuildAlloca(s->n->builder, s->n->pointer, "");
    s->last = LLVMBuildAlloca(s->n->builder, s->n->pointer, "");
    LLVMBuildStore(s->n->builder, LLVMConstNull(s->n->pointer), s->now);
    replace_uses(s);
    LLVMPositionBuilderBefore(s->n->builder, LLVMGetNextInstruction(s->variable));
    LLVMBuildStore(s->n->builder, s->variable, s->last);
    for (size_t i = 0; i < begins.size; i++) begin_before(s, begins.data[i], is_array);
    for (size_t i = 0; i < ends.size; i++) end_before(s, ends.data[i]);
    llvm_value_vec_release(&begins);
    llvm_value_vec_release(&ends);
}

/* In the program's own code. Elsewhere than in inner scopes AddressSanitizer finds out by itself, but for arrays of variable size. */
static bool is_moved(const instrumenter *n, LLVMValueRef analysed)
{
    if (!LLVMIsAAllocaInst(analysed) || !escape_ends(n->t, analysed)) return false;
    LLVMValueRef own = original_instruction(n->t->cm->originals, analysed);
    bool ends_inside = plan_is_dynamic_alloca(analysed) || (plan_has_lifetime(analysed) && escape_has_inner_scope(analysed));
    return own && LLVMIsAAllocaInst(own) && LLVMGetAlignment(own) <= ALIGNMENT && ends_inside;
}

static void find_moved(const instrumenter *n, llvm_value_vec *out)
{
    for (size_t i = 0; i < n->t->plan.functions.size; i++) {
        LLVMValueRef f = n->t->plan.functions.data[i].function;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
                if (is_moved(n, inst)) llvm_value_vec_push(out, original_instruction(n->t->cm->originals, inst));
    }
}

void instrument_scopes(instrumenter *n)
{
    llvm_value_vec moved;
    llvm_value_vec_init(&moved);
    find_moved(n, &moved);
    scoped s = {.n = n};
    if (moved.size) {
        s.begin = instrument_declare(n, "latch_scope_begin", n->pointer, (LLVMTypeRef[]){n->pointer, n->i64}, 2);
        s.end = instrument_declare(n, "latch_scope_end", n->pointer, &n->pointer, 1);
    }
    for (size_t i = 0; i < moved.size; i++) {
        s.variable = moved.data[i];
        move_to_heap(&s);
    }
    llvm_value_vec_release(&moved);
}
