/* Goals: what the run must never do. */

#include "front/llvm/translate.h"

void check_goal(translator *t, goal_kind k, term condition, const char *format, ...)
{
    if (t->ended || term_is_equal(condition, term_true(t->ts))) return;
    text message;
    text_init(&message);
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    goal_info info = {.kind = k, .message = message.data, .place = t->here, .proc = t->proc};
    stmt s = {.kind = STMT_CHECK, .target = TERM_NONE, .value = condition, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE};
    s.goal = program_add_goal(t->p, &info);
    translate_add(t, s);
    text_release(&message);
}

static const char *const assumption_of[GOAL_KINDS] = {
    [GOAL_OVERFLOW] = "no signed overflow", [GOAL_DIV] = "no division by zero and no overflow in a division",
    [GOAL_SHIFT] = "no shift by a negative or too large amount", [GOAL_BOUNDS] = "no access out of bounds",
    [GOAL_POINTER] = "no access through an invalid pointer",
};

void check_defined(translator *t, goal_kind k, term condition, const char *what)
{
    if (term_is_equal(condition, term_true(t->ts))) return;
    if (translate_checks(t, k)) {
        check_goal(t, k, condition, "%s", what);
        return;
    }
    assert(assumption_of[k]);
    translate_assumption(t, "%s", assumption_of[k]);
    translate_assume(t, condition);
}

static void check_bounds(translator *t, LLVMValueRef pointer, LLVMValueRef base, uint64_t size)
{
    uint64_t whole = base ? address_object_size(t, base) : 0;
    if (!whole) {
        program_set_gap(t->p, t->here, "bounds are not checked where a pointer's object is not known on the spot");
        return;
    }
    term start = translate_address(t, base), at = translate_address(t, pointer);
    term offset = term_mk_sub(t->ts, at, start);
    term above = term_mk_ge(t->ts, offset, term_mk_int(t->ts, 0));
    term below = term_mk_le(t->ts, offset, term_mk_int(t->ts, (int64_t)whole - (int64_t)size));
    size_t length;
    check_goal(t, GOAL_BOUNDS, term_mk_and2(t->ts, above, below), "access outside of `%s`", LLVMGetValueName2(base, &length));
}

void check_access(translator *t, LLVMValueRef pointer, uint64_t size)
{
    if (!translate_checks(t, GOAL_BOUNDS) && !translate_checks(t, GOAL_POINTER)) return;
    bool is_constant;
    int64_t offset;
    LLVMValueRef base = address_base(t, pointer, &is_constant, &offset);
    if (base && LLVMIsAGlobalVariable(base) && LLVMIsDeclaration(base)) return;
    bool whole = base && is_constant && offset >= 0 && (uint64_t)offset + size <= address_object_size(t, base);
    if (whole) return;
    if (translate_checks(t, GOAL_POINTER) && !base) {
        term null = term_mk_eq(t->ts, translate_address(t, pointer), term_mk_int(t->ts, 0));
        check_goal(t, GOAL_POINTER, term_mk_not(t->ts, null), "access through a null pointer");
        program_set_gap(t->p, t->here, "pointers are checked for null, but not for objects that are gone");
    }
    if (translate_checks(t, GOAL_BOUNDS)) check_bounds(t, pointer, base, size);
}

/* What is not checked ends the run. */
void check_assume_not_null(translator *t, LLVMValueRef pointer)
{
    if (translate_checks(t, GOAL_BOUNDS) || translate_checks(t, GOAL_POINTER)) return;
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsAAllocaInst(pointer) || LLVMIsConstant(pointer)) return;
    check_defined(t, GOAL_POINTER, term_mk_le(t->ts, term_mk_int(t->ts, 1), translate_address(t, pointer)), "access through a null pointer");
}
