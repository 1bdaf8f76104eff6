/* LLVM's built-in functions. */

#include "front/llvm/translate/sanitizer_goals.h"
#include "front/llvm/translate/translate.h"
#include "front/llvm/library/unseen.h"
#include "term/numeral.h"

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }

/* An address may be any that the machine gives. */
static cint operand(translator *t, LLVMValueRef call, unsigned i) { return observed_number(t, arg(call, i), translate_int(t, arg(call, i))); }

/* An address plus or minus a number is one, and as such exact. */
static bool stays_address(translator *t, LLVMValueRef call, LLVMOpcode op)
{
    bool left = observed_is_address(t, arg(call, 0)), right = observed_is_address(t, arg(call, 1));
    return op == LLVMAdd ? left != right : op == LLVMSub && left && !right;
}

static term exact_result(translator *t, LLVMOpcode op, cint a, cint b)
{
    return op == LLVMAdd ? term_mk_add2(t->ts, a.value, b.value) : op == LLVMSub ? term_mk_sub(t->ts, a.value, b.value) : term_mk_mul2(t->ts, a.value, b.value);
}

/* llvm.{s,u}{add,sub,mul}.with.overflow: the wrapped result, and whether it was wrapped. */
static void with_overflow(translator *t, LLVMValueRef call, const char *name)
{
    term_store *ts = t->ts;
    bool is_signed = name[0] == 's';
    LLVMOpcode op = name[1] == 'a' ? LLVMAdd : name[1] == 's' ? LLVMSub : LLVMMul;
    bool is_own = !is_signed && translate_checks(t, GOAL_UNSIGNED) && sanitizer_goals_is_own(call), stays = stays_address(t, call, op);
    cint a = cint_as(ts, translate_int(t, arg(call, 0)), is_signed), b = cint_as(ts, translate_int(t, arg(call, 1)), is_signed);
    cint x = a, y = b; /* as they are seen */
    if (!is_own || !stays) {
        x = cint_as(ts, operand(t, call, 0), is_signed);
        y = cint_as(ts, operand(t, call, 1), is_signed);
    }
    if (!stays) {
        a = x;
        b = y;
    }
    term low, high, exact = exact_result(t, op, x, y);
    cint_range(ts, a.width, is_signed, &low, &high);
    term fits = term_mk_and2(ts, term_mk_le(ts, low, exact), term_mk_le(ts, exact, high));
    if (is_own) {
        check_goal(t, GOAL_UNSIGNED, fits, "unsigned wrap-around in `%c`", op == LLVMAdd ? '+' : op == LLVMSub ? '-' : '*');
        scalar exact_and_fits[2] = {scalar_of_int(cint_of_term(exact, a.width, false)), scalar_of_bool(term_false(ts))};
        translate_define(t, call, exact_and_fits, 2, TERM_NONE);
        return;
    }
    scalar out[2] = {scalar_of_int(translate_binary(t, op, a, b, false, is_signed)), scalar_of_bool(term_mk_not(ts, fits))};
    translate_define(t, call, out, 2, TERM_NONE);
}

static void extreme(translator *t, LLVMValueRef call, const char *name)
{
    bool is_signed = name[0] == 's', max = text_begins_with(name + 1, "max");
    cint a = cint_as(t->ts, operand(t, call, 0), is_signed), b = cint_as(t->ts, operand(t, call, 1), is_signed);
    term less = is_signed ? cint_slt(t->ts, a, b) : cint_ult(t->ts, a, b);
    translate_define_int(t, call, max ? cint_ite(t->ts, less, b, a) : cint_ite(t->ts, less, a, b), TERM_NONE);
}

static void absolute(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = cint_as(t->ts, operand(t, call, 0), true), zero = cint_of_int(t->ts, 0, a.width, true);
    bool min_is_poison = LLVMConstIntGetZExtValue(arg(call, 1)) != 0;
    if (min_is_poison) check_defined(t, GOAL_OVERFLOW, cint_sub_defined(t->ts, zero, a), "signed overflow in an absolute value");
    cint negated = cint_sub(t->ts, zero, a, true, min_is_poison);
    translate_define_int(t, call, cint_ite(t->ts, cint_slt(t->ts, a, zero), negated, a), TERM_NONE);
}

static void swap_bytes(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = operand(t, call, 0);
    term sum = term_mk_int(t->ts, 0);
    for (uint32_t i = 0; i < a.width / 8; i++) {
        term byte = term_mk_mul2(t->ts, term_mk_pow2(t->ts, a.width - 8 * (i + 1)), region_byte(t, a, i));
        sum = term_mk_add2(t->ts, sum, byte);
    }
    translate_define_int(t, call, cint_of_term(sum, a.width, false), TERM_NONE);
}

static void count_ones(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = cint_as(t->ts, operand(t, call, 0), false);
    term sum = term_mk_int(t->ts, 0), two = term_mk_int(t->ts, 2);
    for (uint32_t i = 0; i < a.width; i++) {
        term bit = term_mk_mod(t->ts, term_mk_idiv(t->ts, a.value, term_mk_pow2(t->ts, i)), two);
        sum = term_mk_add2(t->ts, sum, bit);
    }
    translate_define_int(t, call, cint_of_term(sum, a.width, true), TERM_NONE);
}

/* ctlz, cttz: of zero it is the width (or undefined, which allows that, too). */
static void count_zeros(translator *t, LLVMValueRef call, const char *name)
{
    bool leading = text_begins_with(name, "ctlz");
    cint a = cint_as(t->ts, operand(t, call, 0), false);
    term count = term_mk_int(t->ts, a.width), zero = term_mk_int(t->ts, 0);
    for (uint32_t i = 0; i < a.width; i++) {
        uint32_t n = a.width - 1 - i;
        term found = leading ? term_mk_ge(t->ts, a.value, term_mk_pow2(t->ts, i))
                             : term_mk_not(t->ts, term_mk_eq(t->ts, term_mk_mod(t->ts, a.value, term_mk_pow2(t->ts, n + 1)), zero));
        count = term_mk_ite(t->ts, found, term_mk_int(t->ts, n), count);
    }
    translate_define_int(t, call, cint_of_term(count, a.width, true), TERM_NONE);
}

/* llvm.{s,u}{add,sub}.sat: the exact result, or the nearest one of the type. */
static void saturated(translator *t, LLVMValueRef call, const char *name)
{
    term_store *ts = t->ts;
    bool is_signed = name[0] == 's';
    cint a = cint_as(ts, operand(t, call, 0), is_signed), b = cint_as(ts, operand(t, call, 1), is_signed);
    term exact = name[1] == 'a' ? term_mk_add2(ts, a.value, b.value) : term_mk_sub(ts, a.value, b.value), low, high;
    cint_range(ts, a.width, is_signed, &low, &high);
    term above = term_mk_ite(ts, term_mk_lt(ts, exact, low), low, exact);
    translate_define_int(t, call, cint_of_term(term_mk_ite(ts, term_mk_lt(ts, high, exact), high, above), a.width, is_signed), TERM_NONE);
}

/* fshl, fshr: one word of two that are shifted as one. With equal ones it is a rotation. */
static void funnel(translator *t, LLVMValueRef call, const char *name)
{
    term_store *ts = t->ts;
    bool left = text_begins_with(name, "fshl");
    cint a = cint_as(ts, operand(t, call, 0), false), b = cint_as(ts, operand(t, call, 1), false);
    uint32_t width = a.width;
    cint zero = cint_of_int(ts, 0, width, false), all = cint_of_int(ts, width, width, false);
    cint amount = cint_urem(ts, operand(t, call, 2), all, false), rest = cint_sub(ts, all, amount, false, true);
    cint high = cint_shl(ts, a, left ? amount : rest, false, false), low = cint_lshr(ts, b, left ? rest : amount, false);
    cint both = cint_of_term(term_mk_add2(ts, high.value, low.value), width, false); /* they have no bit in common */
    translate_define_int(t, call, cint_ite(ts, cint_eq(ts, amount, zero), left ? a : b, both), TERM_NONE);
}

static void reverse_bits(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = cint_as(t->ts, operand(t, call, 0), false);
    term sum = term_mk_int(t->ts, 0), two = term_mk_int(t->ts, 2);
    for (uint32_t i = 0; i < a.width; i++) {
        term bit = term_mk_mod(t->ts, term_mk_idiv(t->ts, a.value, term_mk_pow2(t->ts, i)), two);
        sum = term_mk_add2(t->ts, sum, term_mk_mul2(t->ts, term_mk_pow2(t->ts, a.width - 1 - i), bit));
    }
    translate_define_int(t, call, cint_of_term(sum, a.width, false), TERM_NONE);
}

/* llvm.ptrmask: what __builtin_align_up and its kin make of a pointer. */
static void mask_pointer(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    scalar p = translate_scalar(t, arg(call, 0)), s = scalar_of_int(observed_masked_pointer(t, arg(call, 0), arg(call, 1)));
    if (p.has_origin) s = origin_put(s, p.origin);
    translate_define(t, call, &s, 1, TERM_NONE);
}

static void same_value(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    value v = translate_value(t, arg(call, 0));
    translate_define(t, call, v.leaves, v.n, TERM_NONE);
}

static void copy(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_copy(t, arg(call, 0), arg(call, 1), arg(call, 2));
}

static void fill(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_fill(t, arg(call, 0), translate_int(t, arg(call, 1)), arg(call, 2));
}

static void nothing(translator *t, LLVMValueRef call, const char *name)
{
    (void)t;
    (void)call;
    (void)name;
}

static void scope(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    origin_scope(t, call);
}

/* A parameter of a function of the library, in its copy at a call: it gets its value right before it is declared, other variables after that. */
static bool is_parameter(LLVMValueRef declaration, LLVMValueRef variable)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(declaration);
    return before && LLVMIsAStoreInst(before) && LLVMGetOperand(before, 1) == variable;
}

static void restore(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    origin_restore(t, call);
}

static void declaration(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    LLVMValueRef function = t->plan.functions.data[t->current].function;
    if (LLVMGetInstructionParent(call) == LLVMGetEntryBasicBlock(function)) return;
    LLVMValueRef variable = plan_declared(call);
    if (!variable || is_parameter(call, variable)) return;
    translate_declare(t, variable);
    unset_declared(t, call, variable);
}

static void trap(translator *t, LLVMValueRef call, const char *name)
{
    bool is_unreachable = sanitizer_goals_kind(call) == GOAL_ABORT;
    if (is_unreachable) check_failure(t, GOAL_ABORT, "a point is reached that the program says is never reached", NULL);
    else if (!text_begins_with(name, "ubsantrap")) check_failure(t, GOAL_ABORT, "a trap is reached", NULL);
    translate_end_run(t);
}

/* Operations on vectors that have no instruction, and others that are not modelled. */
static void any_parts(translator *t, LLVMValueRef call, const char *name)
{
    translate_assumption(t, "`%s` is taken to give any value", name);
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(call), &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    for (size_t i = 0; i < leaves.size; i++) out[i] = translate_any(t, name, leaves.data[i].type, true);
    if (!translate_failed(t)) translate_define(t, call, out, leaves.size, TERM_NONE);
    leaf_vec_release(&leaves);
}

static void any_value(translator *t, LLVMValueRef call, const char *name)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    if (!type_is_unknown(type)) {
        translate_assumption(t, "`%s` is taken to give any value", name);
        scalar s = translate_any(t, name, type, true);
        translate_define(t, call, &s, 1, TERM_NONE);
    } else {
        translate_define_unknown(t, call);
    }
}

static void unknown_quietly(translator *t, LLVMValueRef call, const char *name)
{
    scalar s = translate_any(t, name, LLVMTypeOf(call), true);
    translate_define(t, call, &s, 1, TERM_NONE);
}

static void assume(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_assume(t, translate_condition(t, arg(call, 0)));
}

typedef struct intrinsic {
    const char *prefix; /* after "llvm." */
    void (*run)(translator *t, LLVMValueRef call, const char *name);
} intrinsic;

static const intrinsic INTRINSICS[] = {
    {"dbg.declare", declaration}, {"dbg.", nothing}, {"lifetime.", scope}, {"invariant.", nothing}, {"donothing", nothing},
    {"prefetch", nothing}, {"stackrestore", restore}, {"va_end", nothing}, {"assume", assume}, {"experimental.noalias", nothing},
    {"stacksave", unknown_quietly}, {"frameaddress", unknown_quietly}, {"returnaddress", unknown_quietly}, {"objectsize", unknown_quietly},
    {"is.constant", unknown_quietly}, {"expect", same_value}, {"ssa.copy", same_value}, {"annotation", same_value},
    {"ptr.annotation", same_value},
    {"threadlocal.address", same_value}, {"memcpy", copy}, {"memmove", copy}, {"memset", fill},
    {"sadd.with.", with_overflow}, {"ssub.with.", with_overflow}, {"smul.with.", with_overflow},
    {"uadd.with.", with_overflow}, {"usub.with.", with_overflow}, {"umul.with.", with_overflow}, {"smin.", extreme}, {"smax.", extreme},
    {"umin.", extreme}, {"umax.", extreme}, {"abs.", absolute}, {"bswap.", swap_bytes}, {"ctpop.", count_ones}, {"ctlz.", count_zeros},
    {"cttz.", count_zeros}, {"sadd.sat", saturated}, {"uadd.sat", saturated}, {"ssub.sat", saturated}, {"usub.sat", saturated},
    {"fshl.", funnel}, {"fshr.", funnel}, {"bitreverse.", reverse_bits}, {"ptrmask.", mask_pointer}, {"clear_cache", nothing},
    {"sponentry", unknown_quietly}, {"addressofreturnaddress", unknown_quietly}, {"thread.pointer", unknown_quietly}, {"trap", trap}, {"debugtrap", trap}, {"ubsantrap", trap},
};

/* Memory that it is given the address of. */
static bool may_write(LLVMValueRef call)
{
    bool has_pointer = false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) has_pointer |= LLVMGetTypeKind(LLVMTypeOf(arg(call, i))) == LLVMPointerTypeKind;
    return has_pointer && !unseen_writes_nothing(LLVMGetCalledValue(call));
}

bool translate_intrinsic(translator *t, LLVMValueRef call, const char *name)
{
    assert(text_begins_with(name, "llvm."));
    name += 5;
    if (vector_is_involved(call) && may_write(call)) return false;
    if (vector_is_involved(call) && !text_begins_with(name, "experimental.") && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) {
        any_parts(t, call, name);
        return true;
    }
    if (float_intrinsic(t, call, name)) return true;
    for (size_t i = 0; i < sizeof INTRINSICS / sizeof *INTRINSICS; i++) {
        if (!text_begins_with(name, INTRINSICS[i].prefix)) continue;
        INTRINSICS[i].run(t, call, name);
        return true;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
    if (may_write(call)) return false;
    if (kind == LLVMStructTypeKind) any_parts(t, call, name);
    else if (kind == LLVMIntegerTypeKind || type_is_float(LLVMTypeOf(call))) any_value(t, call, name);
    else return false;
    return true;
}
