/* The scanf family. */

#include "base/vec.h"
#include "front/llvm/library/format_internal.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RANGES = 4, RANGE_ARGUMENTS = 2 * MOST_RANGES };

/* A directive. */
typedef struct directive {
    char letter; /* of a conversion; ' ' for space, 0 for a character as it is */
    char character;
    bool is_suppressed;
    int width; /* 0: none */
    format_length size;
    int ranges[RANGE_ARGUMENTS]; /* of %[ */
    LLVMValueRef argument;
} directive;
VEC_DECLARE(directive_vec, directive);

/* ---- reading the format ---- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The members of the set, and the end of it. Ranges are glibc's. */
static bool parse_members(const char **at, bool *members)
{
    const char *begin = *at;
    for (; **at && (**at != ']' || *at == begin); ++*at) {
        const char *c = *at;
        if (*c == '-' && c > begin && c[1] && c[1] != ']' && (unsigned char)c[-1] <= (unsigned char)c[1]) {
            for (unsigned m = (unsigned char)c[-1]; m < (unsigned char)c[1]; m++) members[m] = true;
        } else {
            members[(unsigned char)*c] = true;
        }
    }
    if (**at != ']') return false;
    ++*at;
    return true;
}

static bool parse_set(const char **at, int *ranges)
{
    bool members[256] = {false};
    bool is_complement = **at == '^';
    *at += is_complement;
    if (!parse_members(at, members)) return false;
    unsigned n = 0;
    for (int i = 0; i < RANGE_ARGUMENTS; i++) ranges[i] = i % 2 ? -2 : 0;
    for (int c = 0; c < 256;) {
        int low = c;
        while (c < 256 && members[c] != is_complement) c++;
        if (c == low) {
            c++;
            continue;
        }
        if (n == MOST_RANGES) return false;
        ranges[2 * n] = low;
        ranges[2 * n++ + 1] = c - 1;
    }
    return true;
}

static bool is_integer(char letter) { return strchr("diuxXo", letter) != NULL; }
static bool is_float(char letter) { return strchr("fFeEgGaA", letter) != NULL; }

static bool is_supported(const format_call *c, const directive *d)
{
    if (d->letter == 'i' && c->is_c23) return false;
    if (is_integer(d->letter)) return format_integer_bits(c, d->size) != 0;
    if (d->letter == 'n') return format_integer_bits(c, d->size) != 0 && !d->is_suppressed && d->width == 0;
    if (is_float(d->letter)) return d->size == LENGTH_NONE || d->size == LENGTH_L || d->size == LENGTH_LONG_DOUBLE;
    return d->size == LENGTH_NONE && strchr("cs[", d->letter);
}

static bool parse_conversion(const format_call *c, const char **at, unsigned *next, directive *d)
{
    d->is_suppressed = **at == '*';
    *at += d->is_suppressed;
    if (**at == '0' || !format_parse_number(at, &d->width)) return false;
    d->size = format_parse_length(at);
    d->letter = **at;
    if (!d->letter) return false;
    ++*at;
    if (d->letter == '[' && !parse_set(at, d->ranges)) return false;
    if (!is_supported(c, d)) return false;
    if (d->is_suppressed) return true;
    d->argument = format_argument(c, (*next)++);
    return format_is_pointer(d->argument);
}

static void add_character(directive_vec *out, char letter, char character)
{
    directive_vec_push(out, (directive){.letter = letter, .character = character});
}

static bool parse(const format_call *c, directive_vec *out)
{
    unsigned next = c->first;
    for (const char *at = c->format; *at;) {
        directive d = {0};
        if (is_space(*at)) {
            while (is_space(*at)) at++;
            add_character(out, ' ', 0);
        } else if (*at != '%') {
            add_character(out, 0, *at++);
        } else if (at[1] == '%') {
            add_character(out, ' ', 0);
            add_character(out, 0, '%');
            at += 2;
        } else {
            at++;
            if (!parse_conversion(c, &at, &next, &d)) return false;
            directive_vec_push(out, d);
        }
    }
    return true;
}

/* ---- steps ---- */

static LLVMValueRef step(const format_call *c, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned n)
{
    char full[64];
    snprintf(full, sizeof full, "%s%s", c->end == END_SCAN_STRING ? "latch_sscan_" : "latch_scan_", name);
    return format_step(c, full, result, arguments, n);
}

/* A step that works on the state; the rest of its arguments follow. */
static void state_step(const format_call *c, LLVMValueRef state, const char *name, const LLVMValueRef *rest, unsigned n)
{
    LLVMValueRef arguments[12] = {state};
    assert(n < 12);
    if (n > 0) memcpy(arguments + 1, rest, n * sizeof *rest);
    step(c, name, LLVMVoidTypeInContext(c->context), arguments, n + 1);
}

static void add_integer(const format_call *c, LLVMValueRef state, const directive *d)
{
    char name[32];
    bool is_signed = d->letter == 'd' || d->letter == 'i', is_decimal = d->letter == 'd' || d->letter == 'u';
    LLVMValueRef arguments[3];
    unsigned n = 0;
    if (!d->is_suppressed) arguments[n++] = d->argument;
    arguments[n++] = format_int(c, d->width);
    if (!is_decimal) arguments[n++] = format_int(c, d->letter == 'i' ? 0 : d->letter == 'o' ? 8 : 16);
    if (d->is_suppressed) snprintf(name, sizeof name, "skip_number%s", is_decimal ? "" : "_based");
    else snprintf(name, sizeof name, "%ssigned%u%s", is_signed ? "" : "un", format_integer_bits(c, d->size) / 8, is_decimal ? "" : "_based");
    state_step(c, state, name, arguments, n);
}

static void add_float(const format_call *c, LLVMValueRef state, const directive *d)
{
    const char *name = d->size == LENGTH_NONE ? "float" : d->size == LENGTH_L ? "double" : "long_double";
    if (d->is_suppressed) state_step(c, state, "skip_float", NULL, 0);
    else state_step(c, state, name, &d->argument, 1);
}

/* %c, %s and %[: where to, how many at most, and which. */
static void add_text(const format_call *c, LLVMValueRef state, const directive *d)
{
    LLVMValueRef arguments[2 + RANGE_ARGUMENTS];
    unsigned n = 0;
    const char *kind = d->letter == 'c' ? "chars" : d->letter == 's' ? "word" : "set";
    char name[32];
    if (!d->is_suppressed) arguments[n++] = d->argument;
    arguments[n++] = format_int(c, d->letter == 'c' && d->width == 0 ? 1 : d->width);
    for (int i = 0; i < RANGE_ARGUMENTS && d->letter == '['; i++) arguments[n++] = format_int(c, d->ranges[i]);
    snprintf(name, sizeof name, "%s%s", d->is_suppressed ? "skip_" : "", kind);
    state_step(c, state, name, arguments, n);
}

static void add_position(const format_call *c, LLVMValueRef state, const directive *d)
{
    char name[32];
    snprintf(name, sizeof name, "position%u", format_integer_bits(c, d->size) / 8);
    state_step(c, state, name, &d->argument, 1);
}

static void add_directive(const format_call *c, LLVMValueRef state, const directive *d)
{
    LLVMValueRef character = LLVMConstInt(c->i8, (unsigned char)d->character, false);
    if (d->letter == 0) state_step(c, state, "literal", &character, 1);
    else if (d->letter == ' ') state_step(c, state, "space", NULL, 0);
    else if (d->letter == 'n') add_position(c, state, d);
    else if (is_integer(d->letter)) add_integer(c, state, d);
    else if (is_float(d->letter)) add_float(c, state, d);
    else add_text(c, state, d);
}

/* ---- calls ---- */

/* struct latch_scan, in memory of the calling function. */
static LLVMValueRef make_state(const format_call *c)
{
    LLVMTypeRef fields[] = {c->pointer, c->i32, c->i32, c->i32};
    LLVMTypeRef type = LLVMStructTypeInContext(c->context, fields, 4, false);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(c->call)));
    LLVMPositionBuilderBefore(c->build, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(c->build, NULL);
    LLVMValueRef state = LLVMBuildAlloca(c->build, type, "latch.scan");
    LLVMPositionBuilderBefore(c->build, c->call);
    LLVMSetCurrentDebugLocation2(c->build, LLVMInstructionGetDebugLoc(c->call));
    return state;
}

LLVMValueRef format_scan(format_call *c)
{
    LLVMValueRef input = c->end == END_SCAN_STDIN ? NULL : format_argument(c, 0), result = NULL;
    directive_vec directives;
    directive_vec_init(&directives);
    if ((c->end == END_SCAN_STDIN || format_is_pointer(input)) && parse(c, &directives)) {
        LLVMValueRef state = make_state(c);
        if (input) state_step(c, state, "begin", &input, 1);
        else state_step(c, state, "begin_stdin", NULL, 0);
        for (size_t i = 0; i < directives.size; i++) add_directive(c, state, &directives.data[i]);
        result = step(c, "end", c->i32, &state, 1);
    }
    directive_vec_release(&directives);
    return result;
}
