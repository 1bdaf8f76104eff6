/* What the floating-point operations are, for solvers that do not know them as Latch does (fp.to_ieee_bv is Z3's). */

#include "term/float.h"
#include "term/print.h"

static void add_sort(text *out, uint32_t width)
{
    ieee_format f = ieee_format_of(width);
    text_printf(out, "%u %u", f.exponent, f.fraction + 1);
}

static void add_number(text *out, const char *name, uint32_t width)
{
    text_adds(out, "((_ to_fp ");
    add_sort(out, width);
    text_printf(out, ") ((_ int2bv %u) %s))", width, name);
}

/* b as a number in two's complement. */
static void add_signed(text *out, const char *b, uint32_t width)
{
    rat power;
    rat_init(&power);
    text_printf(out, "(ite (= ((_ extract %u %u) %s) #b1) (- (bv2nat %s) ", width - 1, width - 1, b, b);
    rat_set_pow2(&power, width);
    rat_print(out, &power);
    text_printf(out, ") (bv2nat %s))", b);
    rat_release(&power);
}

static void add_result(text *out, ieee_operation op, uint32_t width)
{
    uint32_t from = ieee_argument_width(op, width);
    text_adds(out, op == IEEE_FROM_INT || op == IEEE_RESIZE ? "((_ to_fp " : "(fp.");
    if (op == IEEE_FROM_INT || op == IEEE_RESIZE) {
        add_sort(out, width);
        text_adds(out, ") RNE");
    } else {
        text_printf(out, "%s RNE", ieee_name(op));
    }
    for (uint32_t i = 0; i < ieee_arity(op); i++) {
        char name[] = {(char)('a' + i), '\0'};
        text_addc(out, ' ');
        if (from) add_number(out, name, from);
        else text_printf(out, "((_ int2bv %d) %s)", IEEE_INT_BITS, name);
    }
    text_addc(out, ')');
}

static void define(text *out, ieee_operation op, uint32_t width)
{
    text_printf(out, "(define-fun float.%s%u (", ieee_name(op), width);
    for (uint32_t i = 0; i < ieee_arity(op); i++) text_printf(out, "%s(%c Int)", i ? " " : "", (int)('a' + i));
    text_adds(out, ") Int ");
    if (op == IEEE_TO_INT) {
        text_adds(out, "(let ((x ");
        add_number(out, "a", width);
        text_adds(out, ")) (ite (fp.lt (fp.abs x) ((_ to_fp ");
        add_sort(out, width);
        text_printf(out, ") RNE 18446744073709551616.0)) (let ((b ((_ fp.to_sbv %d) RTZ x))) ", IEEE_INT_BITS);
        add_signed(out, "b", IEEE_INT_BITS);
        text_adds(out, ") 18446744073709551616)))\n");
        return;
    }
    text_adds(out, "(let ((x ");
    add_result(out, op, width);
    text_printf(out, ")) (ite (fp.isNaN x) %ld (let ((b (fp.to_ieee_bv x))) ", (long)ieee_nan(width));
    add_signed(out, "b", width);
    text_adds(out, "))))\n");
}

void print_floats(text *out, const term_store *ts)
{
    bool used[IEEE_OPERATION_COUNT][2] = {{false}};
    for (uint32_t id = 0; id < term_store_size(ts); id++)
        if (term_kind_of(ts, (term){id}) == TERM_FLOAT) used[term_float_operation(ts, (term){id})][term_float_width(ts, (term){id}) == 64] = true;
    for (int op = 0; op < IEEE_OPERATION_COUNT; op++)
        for (int k = 0; k < 2; k++)
            if (used[op][k]) define(out, (ieee_operation)op, k ? 64 : 32);
}
