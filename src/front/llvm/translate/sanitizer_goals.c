#include "front/llvm/translate/sanitizer_goals.h"

#include "front/llvm/translate/translate.h"

typedef struct checked_kind {
    goal_kind kind;
    const char *sanitize, *trap;
} checked_kind;

static const checked_kind KINDS[] = {
    {GOAL_OVERFLOW, "-fsanitize=shift-base", "-fsanitize-trap=shift-base"},
    {GOAL_UNSIGNED, "-fsanitize=unsigned-integer-overflow", "-fsanitize-trap=unsigned-integer-overflow"},
    {GOAL_CONVERSION, "-fsanitize=implicit-conversion", "-fsanitize-trap=implicit-conversion"},
    {GOAL_ABORT, "-fsanitize=unreachable", "-fsanitize-trap=unreachable"},
};

bool sanitizer_goals_flags(goal_kind k, const char *flags[2])
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (KINDS[i].kind != k) continue;
        flags[0] = KINDS[i].sanitize;
        flags[1] = KINDS[i].trap;
        return true;
    }
    return false;
}

bool sanitizer_goals_is_own(LLVMValueRef inst)
{
    static const char NAME[] = "nosanitize";
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(inst));
    return LLVMHasMetadata(inst) && LLVMGetMetadata(inst, LLVMGetMDKindIDInContext(context, NAME, sizeof NAME - 1));
}

/* ---- traps ---- */

/* What clang says about a trap: its SanitizerHandler. */
enum { ADD_OVERFLOW = 0, UNREACHABLE = 1, IMPLICIT_CONVERSION = 7, MUL_OVERFLOW = 12, NEGATE_OVERFLOW = 13, SHIFT = 20, SUB_OVERFLOW = 21, NO_TRAP = -1 };

static int trap_number(LLVMValueRef inst)
{
    if (!inst || !LLVMIsACallInst(inst) || strcmp(plan_callee_name(inst), "llvm.ubsantrap")) return NO_TRAP;
    return (int)LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 0));
}

static goal_kind kind_of(int trap)
{
    switch (trap) {
    case ADD_OVERFLOW:
    case SUB_OVERFLOW:
    case MUL_OVERFLOW:
    case NEGATE_OVERFLOW: return GOAL_UNSIGNED;
    case IMPLICIT_CONVERSION: return GOAL_CONVERSION;
    case SHIFT: return GOAL_OVERFLOW;
    case UNREACHABLE: return GOAL_ABORT;
    default: return GOAL_KINDS;
    }
}

goal_kind sanitizer_goals_kind(LLVMValueRef inst) { return kind_of(trap_number(inst)); }

static const char *message_of(int trap)
{
    switch (trap) {
    case ADD_OVERFLOW: return "unsigned wrap-around in `+`";
    case SUB_OVERFLOW:
    case NEGATE_OVERFLOW: return "unsigned wrap-around in `-`";
    case MUL_OVERFLOW: return "unsigned wrap-around in `*`";
    case IMPLICIT_CONVERSION: return "an implicit conversion changes a value";
    default: return "signed overflow in `<<`";
    }
}

/* ---- conditions ---- */

static LLVMValueRef operand_if(LLVMValueRef v, LLVMOpcode op, unsigned i)
{
    return v && LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op ? LLVMGetOperand(v, i) : NULL;
}

/* The amount b of a shift a << b, from how clang asks for the bits that it loses: a >> (width - 1 - b). False if that was computed
 * already. */
static bool shift_amount(translator *t, LLVMValueRef zeros, cint *out)
{
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(zeros));
    if (LLVMIsAConstantInt(zeros)) *out = cint_of_int(t->ts, (int64_t)width - 1 - (int64_t)LLVMConstIntGetZExtValue(zeros), width, false);
    LLVMValueRef amount = operand_if(zeros, LLVMSub, 1);
    if (amount) *out = observed_number(t, amount, translate_int(t, amount));
    return amount || LLVMIsAConstantInt(zeros);
}

/* The shift is right, said so that linear arithmetic can decide it. TERM_NONE if the condition does not have the form that is expected. */
static term shift_is_right(translator *t, LLVMValueRef condition)
{
    if (!LLVMIsAPHINode(condition) || LLVMCountIncoming(condition) != 2) return TERM_NONE;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef lost = operand_if(LLVMGetIncomingValue(condition, i), LLVMICmp, 0);
        LLVMValueRef a = operand_if(lost, LLVMLShr, 0), zeros = operand_if(lost, LLVMLShr, 1);
        cint amount;
        if (!a || !sanitizer_goals_is_own(lost) || !shift_amount(t, zeros, &amount)) continue;
        cint base = observed_number(t, a, translate_int(t, a));
        term too_far = term_mk_not(t->ts, cint_shift_defined(t->ts, base, amount));
        return term_mk_or2(t->ts, too_far, cint_shl_defined(t->ts, base, amount));
    }
    return TERM_NONE;
}

bool sanitizer_goals_branch(translator *t, LLVMValueRef inst)
{
    if (!sanitizer_goals_is_own(inst)) return false;
    int trap = trap_number(LLVMGetFirstInstruction(LLVMGetSuccessor(inst, 1)));
    goal_kind kind = kind_of(trap);
    if (kind == GOAL_KINDS || !translate_checks(t, kind)) return false;
    term right = trap == SHIFT ? shift_is_right(t, LLVMGetCondition(inst)) : TERM_NONE;
    if (term_is_none(right)) right = translate_condition(t, LLVMGetCondition(inst));
    check_goal(t, kind, right, "%s", message_of(trap));
    if (term_is_equal(right, term_false(t->ts))) translate_end_run(t);
    return true;
}

/* ---- what is missing ---- */

static bool is_bitcode(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && (!strcmp(dot, ".bc") || !strcmp(dot, ".ll"));
}

/* A left shift may be one of signed numbers, and its amount cut by a cast or by the compiler; an unreachable instruction is the end of a call that does not return, or was in the source. */
static bool is_ambiguous(LLVMValueRef inst, uint32_t checks)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool is_shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    if (is_shift && LLVMIsATruncInst(LLVMGetOperand(inst, 1)) && (checks >> GOAL_SHIFT & 1)) return true;
    if (op == LLVMShl) return checks >> GOAL_OVERFLOW & 1;
    LLVMValueRef before = LLVMGetPreviousInstruction(inst);
    return op == LLVMUnreachable && (checks >> GOAL_ABORT & 1) && !(before && LLVMIsACallInst(before));
}

static bool has_ambiguous(LLVMModuleRef module, uint32_t checks)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
                if (is_ambiguous(inst, checks)) return true;
    return false;
}

bool sanitizer_goals_updates_atomically(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
                if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst)) return true;
    return false;
}

/* The interface of LLVM does not enumerate types. */
static bool has_bit_fields(LLVMModuleRef module)
{
    char *dump = LLVMPrintModuleToString(module);
    bool found = strstr(dump, "DIFlagBitField") != NULL;
    LLVMDisposeMessage(dump);
    return found;
}

void sanitizer_goals_gaps(program *p, LLVMModuleRef module, const char *const *files, size_t n, uint32_t checks)
{
    static const uint32_t COMPILED = UINT32_C(1) << GOAL_UNSIGNED | UINT32_C(1) << GOAL_CONVERSION;
    for (size_t i = 0; i < n; i++) {
        place where = {.file = files[i]};
        if (is_bitcode(files[i]) && ((checks & COMPILED) || has_ambiguous(module, checks)))
            program_set_gap(p, where, "bitcode does not tell which numbers are signed, which conversions are implicit, and what is unreachable");
    }
    if ((checks >> GOAL_CONVERSION & 1) && has_bit_fields(module))
        program_set_gap(p, (place){.file = files[0]}, "not all conversions to bit-fields are checked");
}
