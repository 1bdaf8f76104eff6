/* LLVM's built-in functions. */

#include "front/llvm/translate.h"

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }
static bool begins_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

/* llvm.{s,u}{add,sub,mul}.with.overflow: the wrapped result, and whether it was wrapped. */
static void with_overflow(translator *t, LLVMValueRef call, const char *name)
{
    term_store *ts = t->ts;
    bool is_signed = name[0] == 's';
    cint a = cint_as(ts, translate_int(t, arg(call, 0)), is_signed), b = cint_as(ts, translate_int(t, arg(call, 1)), is_signed);
    LLVMOpcode op = name[1] == 'a' ? LLVMAdd : name[1] == 's' ? LLVMSub : LLVMMul;
    term exact = op == LLVMAdd ? term_mk_add2(ts, a.value, b.value)
                 : op == LLVMSub ? term_mk_sub(ts, a.value, b.value)
                                 : term_mk_mul2(ts, a.value, b.value);
    term low, high;
    cint_range(ts, a.width, is_signed, &low, &high);
    term fits = term_mk_and2(ts, term_mk_le(ts, low, exact), term_mk_le(ts, exact, high));
    scalar out[2] = {scalar_of_int(translate_binary(t, op, a, b, false, is_signed)), scalar_of_bool(term_mk_not(ts, fits))};
    translate_define(t, call, out, 2, TERM_NONE);
}

static void extreme(translator *t, LLVMValueRef call, const char *name)
{
    bool is_signed = name[0] == 's', max = begins_with(name + 1, "max");
    cint a = cint_as(t->ts, translate_int(t, arg(call, 0)), is_signed), b = cint_as(t->ts, translate_int(t, arg(call, 1)), is_signed);
    term less = is_signed ? cint_slt(t->ts, a, b) : cint_ult(t->ts, a, b);
    translate_define_int(t, call, max ? cint_ite(t->ts, less, b, a) : cint_ite(t->ts, less, a, b), TERM_NONE);
}

static void absolute(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = cint_as(t->ts, translate_int(t, arg(call, 0)), true), zero = cint_of_int(t->ts, 0, a.width, true);
    bool min_is_poison = LLVMConstIntGetZExtValue(arg(call, 1)) != 0;
    if (min_is_poison) check_defined(t, GOAL_OVERFLOW, cint_sub_defined(t->ts, zero, a), "signed overflow in an absolute value");
    cint negated = cint_sub(t->ts, zero, a, true, min_is_poison);
    translate_define_int(t, call, cint_ite(t->ts, cint_slt(t->ts, a, zero), negated, a), TERM_NONE);
}

static term power_of_2(translator *t, uint32_t exponent)
{
    rat power;
    rat_init(&power);
    rat_set_pow2(&power, exponent);
    term result = term_mk_num(t->ts, &power, sort_int(t->ts));
    rat_release(&power);
    return result;
}

static void swap_bytes(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = translate_int(t, arg(call, 0));
    term sum = term_mk_int(t->ts, 0);
    for (uint32_t i = 0; i < a.width / 8; i++) {
        term byte = term_mk_mul2(t->ts, power_of_2(t, a.width - 8 * (i + 1)), region_byte(t, a, i));
        sum = term_mk_add2(t->ts, sum, byte);
    }
    translate_define_int(t, call, cint_of_term(sum, a.width, false), TERM_NONE);
}

static void count_ones(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = cint_as(t->ts, translate_int(t, arg(call, 0)), false);
    term sum = term_mk_int(t->ts, 0), two = term_mk_int(t->ts, 2);
    for (uint32_t i = 0; i < a.width; i++) {
        term bit = term_mk_mod(t->ts, term_mk_idiv(t->ts, a.value, power_of_2(t, i)), two);
        sum = term_mk_add2(t->ts, sum, bit);
    }
    translate_define_int(t, call, cint_of_term(sum, a.width, true), TERM_NONE);
}

/* ctlz, cttz: of zero it is the width (or undefined, which allows that, too). */
static void count_zeros(translator *t, LLVMValueRef call, const char *name)
{
    bool leading = begins_with(name, "ctlz");
    cint a = cint_as(t->ts, translate_int(t, arg(call, 0)), false);
    term count = term_mk_int(t->ts, a.width), zero = term_mk_int(t->ts, 0);
    for (uint32_t i = 0; i < a.width; i++) {
        uint32_t n = a.width - 1 - i;
        term found = leading ? term_mk_ge(t->ts, a.value, power_of_2(t, i))
                             : term_mk_not(t->ts, term_mk_eq(t->ts, term_mk_mod(t->ts, a.value, power_of_2(t, n + 1)), zero));
        count = term_mk_ite(t->ts, found, term_mk_int(t->ts, n), count);
    }
    translate_define_int(t, call, cint_of_term(count, a.width, true), TERM_NONE);
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

static void declaration(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    LLVMValueRef function = t->functions.data[t->current].function;
    if (LLVMGetInstructionParent(call) == LLVMGetEntryBasicBlock(function)) return;
    LLVMValueRef variable = plan_declared(call);
    if (!variable) return;
    translate_declare(t, variable);
    unset_declared(t, call, variable);
}

static void trap(translator *t, LLVMValueRef call, const char *name)
{
    (void)call;
    (void)name;
    translate_end_run(t);
}

static void any_value(translator *t, LLVMValueRef call, const char *name)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    if (!type_is_float(type)) {
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
    {"prefetch", nothing}, {"stackrestore", nothing}, {"va_end", nothing}, {"assume", assume}, {"experimental.noalias", nothing},
    {"stacksave", unknown_quietly}, {"frameaddress", unknown_quietly}, {"returnaddress", unknown_quietly}, {"objectsize", unknown_quietly},
    {"is.constant", unknown_quietly}, {"expect", same_value}, {"ssa.copy", same_value}, {"annotation", same_value},
    {"ptr.annotation", same_value},
    {"threadlocal.address", same_value}, {"memcpy", copy}, {"memmove", copy}, {"memset", fill},
    {"sadd.with.", with_overflow}, {"ssub.with.", with_overflow}, {"smul.with.", with_overflow},
    {"uadd.with.", with_overflow}, {"usub.with.", with_overflow}, {"umul.with.", with_overflow}, {"smin.", extreme}, {"smax.", extreme},
    {"umin.", extreme}, {"umax.", extreme}, {"abs.", absolute}, {"bswap.", swap_bytes}, {"ctpop.", count_ones}, {"ctlz.", count_zeros},
    {"cttz.", count_zeros}, {"trap", trap}, {"debugtrap", trap}, {"ubsantrap", trap},
};

bool translate_intrinsic(translator *t, LLVMValueRef call, const char *name)
{
    assert(begins_with(name, "llvm."));
    name += 5;
    for (size_t i = 0; i < sizeof INTRINSICS / sizeof *INTRINSICS; i++) {
        if (!begins_with(name, INTRINSICS[i].prefix)) continue;
        INTRINSICS[i].run(t, call, name);
        return true;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
    if (kind != LLVMIntegerTypeKind && !type_is_float(LLVMTypeOf(call))) return false;
    any_value(t, call, name);
    return true;
}
