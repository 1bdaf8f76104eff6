/* Goals: what the run must never do. */

#include "front/llvm/translate/translate.h"

static stmt check_of(goal g, term condition)
{
    return (stmt){.kind = STMT_CHECK, .target = TERM_NONE, .value = condition, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE, .goal = g};
}

static goal add_check(translator *t, const goal_info *info, term condition)
{
    goal g = program_add_goal(t->p, info);
    translate_add(t, check_of(g, condition));
    return g;
}

void check_goal(translator *t, goal_kind k, term condition, const char *format, ...)
{
    if (t->ended || term_is_equal(condition, term_true(t->ts))) return;
    text message;
    text_init(&message);
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    add_check(t, &(goal_info){.kind = k, .message = message.data, .place = t->here, .proc = t->proc}, condition);
    text_release(&message);
}

void check_failure(translator *t, goal_kind k, const char *message, const char *stated)
{
    if (t->ended || !translate_checks(t, k)) return;
    goal_info info = {.kind = k, .message = message, .place = t->here, .stated = stated, .proc = t->proc};
    goal g = add_check(t, &info, term_false(t->ts));
    failure_vec_push(&t->emit.failures, (failure){t->emit.source, g, t->here});
}

static bool is_same_place(place a, place b) { return a.file && b.file && strcmp(a.file, b.file) == 0 && a.line == b.line && a.column == b.column; }

/* Appends the blocks that lead to `b` at this place, each once. */
static void add_before(const translator *t, LLVMBasicBlockRef b, place where, llvm_block_vec *out)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsATerminatorInst(user) || !is_same_place(c_module_place(t->cm, user), where)) continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
        bool is_new = true;
        for (size_t i = 0; i < out->size && is_new; i++) is_new = out->data[i] != from;
        if (is_new) llvm_block_vec_push(out, from);
    }
}

/* All decisions of `assert(a || b)` are a place of its goal, not only the last one: a check that always holds says so. What clang makes of a
 * macro has one place. */
static void mark_decisions(translator *t, const failure *x)
{
    llvm_block_vec before;
    llvm_block_vec_init(&before);
    add_before(t, x->block, x->place, &before);
    size_t last = before.size; /* decisions, that lead to the failure themselves */
    for (size_t i = 0; i < before.size; i++) {
        add_before(t, before.data[i], x->place, &before);
        const block_entry *e = i >= last ? block_map_find(&t->emit.blocks, before.data[i]) : NULL;
        if (!e || !e->decides) continue;
        stmt s = check_of(x->goal, term_true(t->ts));
        s.place = x->place;
        program_add_stmt(t->p, t->proc, e->decision, &s);
    }
    llvm_block_vec_release(&before);
}

void check_mark_decisions(translator *t)
{
    for (size_t i = 0; i < t->emit.failures.size && !translate_failed(t); i++) mark_decisions(t, &t->emit.failures.data[i]);
    t->emit.failures.size = 0;
}

static const char *const assumption_of[GOAL_KINDS] = {
    [GOAL_OVERFLOW] = "no signed overflow", [GOAL_DIV] = "no division by zero and no overflow in a division",
    [GOAL_SHIFT] = "no shift by a negative or too large amount", [GOAL_BOUNDS] = "no access out of bounds",
    [GOAL_POINTER] = "no access through an invalid pointer",
};

void check_defined(translator *t, goal_kind k, term condition, const char *what)
{
    if (term_is_equal(condition, term_true(t->ts))) return;
    /* the library's arithmetic is right: it is tested, not proved */
    if (t->trusts_arithmetic && k != GOAL_BOUNDS && k != GOAL_POINTER) {
        translate_assume(t, condition);
        return;
    }
    if (translate_checks(t, k)) {
        check_goal(t, k, condition, "%s", what);
        return;
    }
    assert(assumption_of[k]);
    bool only_zero = k == GOAL_DIV && translate_checks(t, GOAL_OVERFLOW);
    translate_assumption(t, "%s", only_zero ? "no division by zero" : assumption_of[k]);
    translate_assume(t, condition);
}

void check_limit(translator *t, const char *what)
{
    if (t->ended) return;
    text message;
    text_init(&message);
    text_printf(&message, "%s is not modelled", what);
    if (t->options->covers) program_set_gap(t->p, t->here, message.data);
    else add_check(t, &(goal_info){.kind = GOAL_LIMIT, .message = message.data, .place = t->here, .proc = t->proc}, term_false(t->ts));
    text_release(&message);
    translate_end_run(t);
}

void check_gap(translator *t, const char *what)
{
    if (translate_tracks(t)) program_set_gap(t->p, t->here, what);
}

enum { NULL_PAGE = 2048 }; /* addresses that are computed from null: no object is there */

/* The pointer that elements and members are taken of. */
static LLVMValueRef root_of(LLVMValueRef pointer)
{
    for (;;) {
        bool is_gep = LLVMIsAGetElementPtrInst(pointer) || (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
        if (!is_gep) return pointer;
        pointer = LLVMGetOperand(pointer, 0);
    }
}

/* Where this is but an assumption, a pointer that was made of nothing known must not end the run: it is out of bounds. */
static term is_not_null(translator *t, const checked *a)
{
    bool is_goal = translate_checks(t, GOAL_POINTER);
    if (is_goal && (!a->node || a->node->kind == NODE_EMPTY)) return term_false(t->ts);
    if (!is_goal || a->node->kind == NODE_FIXED)
        return term_mk_ge(t->ts, translate_address(t, root_of(a->pointer)), term_mk_int(t->ts, NULL_PAGE));
    return term_mk_not(t->ts, term_mk_eq(t->ts, a->origin.low, term_mk_int(t->ts, 0)));
}

checked check_begin(translator *t, LLVMValueRef pointer, term unless)
{
    checked a = {.pointer = pointer};
    if (!translate_tracks(t)) return a;
    bool is_constant;
    int64_t offset;
    a.object = address_base(t, pointer, &is_constant, &offset);
    if (a.object) {
        a.origin = origin_of_scalar(t, translate_scalar(t, a.object));
        return a;
    }
    a.node = origin_node(t, pointer);
    a.origin = origin_of_value(t, pointer);
    if (a.node && a.node->is_unmodelled)
        check_gap(t, "how large the memory is that a library function returns, and whether it is still there, is not known");
    else if (a.node && a.node->is_foreign)
        translate_assumption(t, "memory that the program did not make is there, and as large as it is taken to be");
    check_defined(t, GOAL_POINTER, term_mk_or2(t->ts, unless, is_not_null(t, &a)), "access through a null pointer");
    if (!translate_checks(t, GOAL_POINTER) || !a.node || !a.node->ends) return a;
    term alive = origin_is_alive(t, a.node, a.origin.low);
    check_goal(t, GOAL_POINTER, term_mk_or2(t->ts, unless, alive), "access to an object that is gone");
    return a;
}

static term lies_within(translator *t, const checked *a, term address, term size, term high, term unless)
{
    term above = term_mk_le(t->ts, a->origin.low, address);
    term below = term_mk_le(t->ts, term_mk_add2(t->ts, address, size), high);
    return term_mk_or2(t->ts, unless, term_mk_and2(t->ts, above, below));
}

static void check_within(translator *t, const checked *a, LLVMValueRef object, term within)
{
    if (t->ended || term_is_equal(within, term_true(t->ts))) return;
    static const char own[] = "latch_"; /* variables of our library that stand for those of the real one: latch_stdin */
    size_t length;
    const char *name = object ? LLVMGetValueName2(object, &length) : NULL;
    if (name && strncmp(name, own, strlen(own)) == 0) name += strlen(own);
    text message;
    text_init(&message);
    if (name) text_printf(&message, "access outside of `%s`", name);
    else text_adds(&message, "access outside of an object");
    goal_info info = {.kind = GOAL_BOUNDS, .message = message.data, .place = t->here, .proc = t->proc};
    if (LLVMIsAGetElementPtrInst(a->pointer) && !t->in_library) info.index = c_module_place(t->cm, a->pointer);
    add_check(t, &info, within);
    text_release(&message);
}

void check_range(translator *t, const checked *a, term address, term size, term unless)
{
    if (!translate_tracks(t)) return;
    LLVMValueRef object = a->object ? a->object : a->node ? a->node->object : NULL;
    if (!translate_checks(t, GOAL_BOUNDS)) {
        translate_assumption(t, "%s", assumption_of[GOAL_BOUNDS]);
        uint64_t whole = object && !LLVMIsAFunction(object) ? address_object_size(t, object) : 0;
        term high = term_mk_add2(t->ts, a->origin.low, term_mk_int(t->ts, (int64_t)whole));
        if (whole) translate_assume(t, lies_within(t, a, address, size, high, unless));
        return;
    }
    check_within(t, a, object, lies_within(t, a, address, size, a->origin.high, unless));
}

/* The array of a struct that comes last may be meant to be longer than it says. */
static bool is_last_member(LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMIsAGetElementPtrInst(pointer) ? LLVMGetGEPSourceElementType(pointer) : NULL;
    for (unsigned i = 2; type && i < (unsigned)LLVMGetNumOperands(pointer); i++) {
        LLVMValueRef index = LLVMGetOperand(pointer, i);
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind, is_last = i + 1 == (unsigned)LLVMGetNumOperands(pointer);
        if (is_struct && is_last) return LLVMConstIntGetZExtValue(index) + 1 == LLVMCountStructElementTypes(type);
        type = is_struct ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index)) : LLVMGetElementType(type);
    }
    return false;
}

/* An index into an array that is part of a larger object stays within that array. */
static void check_element(translator *t, LLVMValueRef gep, LLVMValueRef object)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (LLVMGetNumOperands(gep) != 3 || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return;
    uint64_t n = LLVMGetArrayLength2(type);
    LLVMValueRef from = LLVMGetOperand(gep, 0), index = LLVMGetOperand(gep, 2);
    bool is_whole = from == object && address_object_size(t, object) <= LLVMABISizeOfType(t->cm->layout, type); /* clang leaves out an offset of 0 */
    if (n <= 1 || is_whole || is_last_member(from)) return;
    cint i = cint_as(t->ts, translate_int(t, index), true);
    term within = term_mk_and2(t->ts, term_mk_ge(t->ts, i.value, term_mk_int(t->ts, 0)), term_mk_lt(t->ts, i.value, term_mk_int(t->ts, (int64_t)n)));
    place access = t->here;
    if (LLVMGetInstructionParent(gep)) t->here = c_module_place(t->cm, gep); /* where a sanitizer sees it */
    check_goal(t, GOAL_BOUNDS, within, "index outside of an array of %lu elements", (unsigned long)n);
    t->here = access;
}

void check_access(translator *t, LLVMValueRef pointer, uint64_t size)
{
    if (translate_checks(t, GOAL_BOUNDS)) {
        bool constant;
        int64_t distance;
        LLVMValueRef whole = address_base(t, pointer, &constant, &distance);
        for (LLVMValueRef p = pointer; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0)) check_element(t, p, whole);
    }
    if (!translate_tracks(t) || !size) return;
    bool is_constant;
    int64_t offset;
    LLVMValueRef object = address_base(t, pointer, &is_constant, &offset);
    if (object && LLVMIsAGlobalVariable(object) && LLVMIsDeclaration(object)) return;
    if (object && is_constant && offset >= 0 && (uint64_t)offset + size <= address_object_size(t, object)) return;
    checked a = check_begin(t, pointer, term_false(t->ts));
    check_range(t, &a, translate_address(t, pointer), term_mk_int(t->ts, (int64_t)size), term_false(t->ts));
}

void check_block(translator *t, LLVMValueRef pointer, term size)
{
    if (!translate_tracks(t)) return;
    term empty = term_mk_eq(t->ts, size, term_mk_int(t->ts, 0));
    checked a = check_begin(t, pointer, empty);
    check_range(t, &a, translate_address(t, pointer), size, empty);
}

void check_writable(translator *t, LLVMValueRef pointer)
{
    if (!translate_checks(t, GOAL_POINTER)) return;
    bool is_constant;
    int64_t offset;
    LLVMValueRef object = address_base(t, pointer, &is_constant, &offset);
    node_info *n = object ? NULL : origin_node(t, pointer);
    if (!object && n && n->kind == NODE_FIXED) object = n->object;
    const char *message = "write to a constant object";
    if (object && LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object)) check_goal(t, GOAL_POINTER, term_false(t->ts), "%s", message);
    else if (!object && n && n->kind == NODE_MIXED)
        check_goal(t, GOAL_POINTER, origin_is_writable(t, n, origin_of_value(t, pointer).low), "%s", message);
}

void check_call(translator *t, term address)
{
    if (!translate_checks(t, GOAL_POINTER)) return;
    check_goal(t, GOAL_POINTER, term_mk_not(t->ts, term_mk_eq(t->ts, address, term_mk_int(t->ts, 0))), "call through a null pointer");
}

void check_free(translator *t, LLVMValueRef pointer, term unless)
{
    observed_freed(t, pointer, unless);
    if (!translate_checks(t, GOAL_POINTER)) return;
    term_store *ts = t->ts;
    term address = translate_address(t, pointer), zero = term_mk_int(ts, 0);
    term fine = term_mk_or2(ts, unless, term_mk_eq(ts, address, zero));
    node_info *n = origin_node(t, pointer);
    if (!n || n->kind != NODE_MIXED) {
        check_goal(t, GOAL_POINTER, fine, "free of something malloc did not give");
        return;
    }
    origin o = origin_of_value(t, pointer);
    term is_foreign = n->is_foreign ? term_mk_eq(ts, o.low, term_mk_int(ts, 1)) : term_false(ts);
    fine = term_mk_or2(ts, fine, is_foreign);
    check_goal(t, GOAL_POINTER, term_mk_or2(ts, fine, origin_is_from_heap(t, n, o.low)), "free of something malloc did not give");
    check_goal(t, GOAL_POINTER, term_mk_or2(ts, fine, origin_is_alive(t, n, o.low)), "free of memory that is gone (double free)");
    check_goal(t, GOAL_POINTER, term_mk_or2(ts, fine, term_mk_eq(ts, address, o.low)), "free inside of an object");
    term kept = term_mk_or2(ts, unless, is_foreign);
    origin_end(t, n, term_mk_ite(ts, kept, zero, o.low));
}

/* What is not checked ends the run. */
void check_assume_not_null(translator *t, LLVMValueRef pointer, term unless)
{
    if (translate_checks(t, GOAL_BOUNDS) || translate_checks(t, GOAL_POINTER)) return;
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsAAllocaInst(pointer) || LLVMIsConstant(pointer)) return;
    /* a null pointer may be that of the object that this is a part of */
    term first = term_mk_int(t->ts, t->options->covers ? LEAST_ADDRESS : 1);
    check_defined(t, GOAL_POINTER, term_mk_or2(t->ts, unless, term_mk_le(t->ts, first, translate_address(t, pointer))), "access through a null pointer");
}

void check_assume_foreign(translator *t, term address)
{
    if (!t->options->covers) return;
    term_store *ts = t->ts;
    int64_t half = INT64_C(1) << 31; /* with 32 bits; with 64, arguments lie below the half */
    term far = term_mk_le(ts, term_mk_int(ts, t->pointer_bits == 32 ? half : argument_first_address(t)), address);
    term none = term_mk_lt(ts, address, term_mk_int(ts, FIRST_ADDRESS));
    translate_assumption(t, "pointers from outside do not point to objects of the program");
    translate_assume(t, term_mk_or2(ts, none, far));
}
