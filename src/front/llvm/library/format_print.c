/* The printf family. */

#include "base/vec.h"
#include "front/llvm/library/format_internal.h"

#include <string.h>

/* As in lib/libc/format.h. */
enum { FLAG_LEFT = 1, FLAG_PLUS = 2, FLAG_SPACE = 4, FLAG_ALTERNATE = 8, FLAG_ZERO = 16, FLAG_UPPER = 32 };
enum { LONGEST_UNROLLED = 64 };

/* A part of the format: characters as they are, or a conversion. */
typedef struct piece {
    const char *text; /* letter 0 */
    size_t length;
    char letter;
    int flags;
    format_length size;
    bool has_field; /* flags, width or precision */
    LLVMValueRef width, precision; /* without: 0 and -1 */
    LLVMValueRef argument;
    unsigned index; /* of the argument */
} piece;
VEC_DECLARE(piece_vec, piece);

/* Where the characters go, and how many there are so far. */
typedef struct sink {
    LLVMValueRef to, size, n;
} sink;

/* ---- reading the format ---- */

static int flag_of(char c)
{
    switch (c) {
    case '-': return FLAG_LEFT;
    case '+': return FLAG_PLUS;
    case ' ': return FLAG_SPACE;
    case '#': return FLAG_ALTERNATE;
    case '0': return FLAG_ZERO;
    default: return 0;
    }
}

/* A number, or a star, for which there is an argument. */
static bool parse_amount(const format_call *c, const char **at, unsigned *next, LLVMValueRef *out)
{
    int number;
    if (**at == '*') {
        ++*at;
        *out = format_argument(c, (*next)++);
        return format_is_int(*out, 32);
    }
    if (!format_parse_number(at, &number)) return false;
    *out = format_int(c, number);
    return true;
}

static bool parse_field(const format_call *c, const char **at, unsigned *next, piece *p)
{
    const char *begin = *at;
    for (int flag; (flag = flag_of(**at)) != 0; ++*at) p->flags |= flag;
    if (!parse_amount(c, at, next, &p->width)) return false;
    p->precision = format_int(c, -1);
    if (**at == '.') {
        ++*at;
        if (!parse_amount(c, at, next, &p->precision)) return false;
    }
    p->has_field = *at != begin;
    return true;
}

/* C leaves some combinations undefined; they are not taken apart. */
static bool is_defined(const piece *p)
{
    bool has_precision = !LLVMIsAConstantInt(p->precision) || LLVMConstIntGetSExtValue(p->precision) != -1;
    if (strchr("cspn", p->letter) && (p->flags & (FLAG_ZERO | FLAG_ALTERNATE))) return false;
    if (strchr("diu", p->letter) && (p->flags & FLAG_ALTERNATE)) return false;
    if (p->letter == 'c' && has_precision) return false;
    return p->letter != 'n' || !p->has_field;
}

/* Whether the argument is what the conversion takes. */
static bool fits(const format_call *c, const piece *p)
{
    if (strchr("diuxXo", p->letter)) {
        unsigned bits = format_integer_bits(c, p->size);
        return bits && format_is_int(p->argument, bits < 32 ? 32 : bits);
    }
    if (p->letter == 'c') return p->size == LENGTH_NONE && format_is_int(p->argument, 32);
    if (p->letter == 's' || p->letter == 'p') return p->size == LENGTH_NONE && format_is_pointer(p->argument);
    if (p->letter == 'n') return format_integer_bits(c, p->size) && format_is_pointer(p->argument);
    if (!p->argument || !strchr("fFeEgGaA", p->letter)) return false;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(p->argument));
    if (p->size == LENGTH_LONG_DOUBLE) return kind == LLVMX86_FP80TypeKind;
    return (p->size == LENGTH_NONE || p->size == LENGTH_L) && kind == LLVMDoubleTypeKind;
}

static bool parse_conversion(const format_call *c, const char **at, unsigned *next, piece *p)
{
    if (!parse_field(c, at, next, p)) return false;
    p->size = format_parse_length(at);
    p->letter = **at;
    if (!p->letter) return false;
    ++*at;
    p->index = (*next)++;
    p->argument = format_argument(c, p->index);
    return fits(c, p) && is_defined(p);
}

static bool parse(const format_call *c, piece_vec *pieces)
{
    unsigned next = c->first;
    for (const char *at = c->format; *at;) {
        piece p = {.text = at};
        if (*at != '%' || at[1] == '%') {
            at += *at == '%';
            p.text = at++;
            while (*at && *at != '%') at++;
            p.length = (size_t)(at - p.text);
        } else {
            at++;
            if (!parse_conversion(c, &at, &next, &p)) return false;
        }
        piece_vec_push(pieces, p);
    }
    return true;
}

/* ---- steps ---- */

/* The rest of the arguments follow those that every step has. */
static void step(const format_call *c, sink *s, const char *name, const LLVMValueRef *rest, unsigned n)
{
    LLVMValueRef arguments[12] = {s->to, s->size, s->n};
    assert(n + 3 <= 12);
    memcpy(arguments + 3, rest, n * sizeof *rest);
    s->n = format_step(c, name, c->word, arguments, n + 3);
}

/* Nothing is stored, only counted. */
static bool only_counts(const sink *s) { return LLVMIsAConstantInt(s->size) && LLVMConstIntGetZExtValue(s->size) == 0; }

static void add_text(const format_call *c, sink *s, const piece *p)
{
    LLVMValueRef length = LLVMConstInt(c->word, p->length, false);
    if (only_counts(s)) {
        s->n = LLVMBuildAdd(c->build, s->n, length, "");
    } else if (p->length <= LONGEST_UNROLLED) {
        for (size_t i = 0; i < p->length; i++) {
            LLVMValueRef character = LLVMConstInt(c->i8, (unsigned char)p->text[i], false);
            step(c, s, "latch_format_char", &character, 1);
        }
    } else {
        LLVMValueRef offset = LLVMConstInt(c->word, (uint64_t)(p->text - c->format), false);
        LLVMValueRef text = LLVMBuildInBoundsGEP2(c->build, c->i8, format_argument(c, c->first - 1), &offset, 1, "");
        step(c, s, "latch_format_text", (LLVMValueRef[]){text, length}, 2);
    }
}

/* The argument as an integer of 32 or 64 bits, of the conversion's type. */
static LLVMValueRef widen(const format_call *c, const piece *p, bool is_signed, LLVMTypeRef type)
{
    unsigned bits = format_integer_bits(c, p->size);
    LLVMValueRef v = p->argument;
    if (bits < 32) v = LLVMBuildTrunc(c->build, v, LLVMIntTypeInContext(c->context, bits), "");
    if (bits == LLVMGetIntTypeWidth(type)) return v;
    return is_signed ? LLVMBuildSExt(c->build, v, type, "") : LLVMBuildZExt(c->build, v, type, "");
}

static void add_signed(const format_call *c, sink *s, const piece *p)
{
    bool is_int = format_integer_bits(c, p->size) <= 32;
    LLVMValueRef v = widen(c, p, true, is_int ? c->i32 : c->i64), field[] = {v, format_int(c, p->flags), p->width, p->precision};
    if (p->has_field) step(c, s, is_int ? "latch_format_int_field" : "latch_format_signed_field", field, 4);
    else step(c, s, is_int ? "latch_format_int" : "latch_format_signed", &v, 1);
}

static void add_unsigned(const format_call *c, sink *s, const piece *p)
{
    bool is_int = p->letter == 'u' && format_integer_bits(c, p->size) <= 32;
    LLVMValueRef v = widen(c, p, false, is_int ? c->i32 : c->i64), base = format_int(c, p->letter == 'u' ? 10 : p->letter == 'o' ? 8 : 16);
    LLVMValueRef flags = format_int(c, p->flags | (p->letter == 'X' ? FLAG_UPPER : 0));
    if (is_int && p->has_field) step(c, s, "latch_format_uint_field", (LLVMValueRef[]){v, flags, p->width, p->precision}, 4);
    else if (is_int) step(c, s, "latch_format_uint", &v, 1);
    else if (p->has_field) step(c, s, "latch_format_unsigned_field", (LLVMValueRef[]){v, base, flags, p->width, p->precision}, 5);
    else step(c, s, "latch_format_unsigned", (LLVMValueRef[]){v, base, flags}, 3);
}

static void add_character(const format_call *c, sink *s, const piece *p)
{
    LLVMValueRef v = LLVMBuildTrunc(c->build, p->argument, c->i8, "");
    if (p->has_field) step(c, s, "latch_format_char_field", (LLVMValueRef[]){v, format_int(c, p->flags), p->width}, 3);
    else step(c, s, "latch_format_char", &v, 1);
}

/* A literal, a variable, or a part of one. */
static bool is_never_null(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
}

/* A null pointer is no string, but the usual libraries print one. */
static void add_string(const format_call *c, sink *s, const piece *p)
{
    LLVMValueRef flags = format_int(c, p->flags);
    bool is_string = is_never_null(p->argument);
    if (p->has_field) {
        step(c, s, is_string ? "latch_format_string_field" : "latch_format_string_field_or_null", (LLVMValueRef[]){p->argument, flags, p->width, p->precision}, 4);
    } else {
        step(c, s, is_string ? "latch_format_string" : "latch_format_string_or_null", &p->argument, 1);
    }
}

/* How long a text can be, apart from what the precision adds, and the precision that it has if none is given. */
static int longest(const format_call *c, const piece *p, int *usual_precision)
{
    bool is_long = p->size == LENGTH_LONG_DOUBLE;
    *usual_precision = 6;
    switch (p->letter) {
    case 'f':
    case 'F': return is_long ? 1 + 4933 + 1 : 1 + 309 + 1; /* sign, digits, point */
    case 'a':
    case 'A': *usual_precision = is_long ? 16 : 13; return is_long ? 12 : 11; /* sign, 0x, digit, point, p-16445 */
    case 'p': *usual_precision = 0; return 3 + (int)LLVMGetIntTypeWidth(c->word) / 4;
    default: return is_long ? 9 : 8; /* sign, digit, point, e-4951 */
    }
}

static void add_any(const format_call *c, sink *s, const piece *p)
{
    int usual;
    LLVMValueRef most = format_int(c, longest(c, p, &usual));
    step(c, s, "latch_format_any_field", (LLVMValueRef[]){most, format_int(c, usual), p->width, p->precision}, 4);
}

static void add_count(const format_call *c, sink *s, const piece *p)
{
    LLVMTypeRef type = LLVMIntTypeInContext(c->context, format_integer_bits(c, p->size));
    LLVMBuildStore(c->build, LLVMBuildIntCast2(c->build, s->n, type, false, ""), p->argument);
}

static void add_piece(const format_call *c, sink *s, const piece *p)
{
    switch (p->letter) {
    case 0: add_text(c, s, p); break;
    case 'd':
    case 'i': add_signed(c, s, p); break;
    case 'u':
    case 'x':
    case 'X':
    case 'o': add_unsigned(c, s, p); break;
    case 'c': add_character(c, s, p); break;
    case 's': add_string(c, s, p); break;
    case 'n': add_count(c, s, p); break;
    default: add_any(c, s, p); break;
    }
}

static void add_pieces(const format_call *c, sink *s, const piece_vec *pieces)
{
    s->n = LLVMConstInt(c->word, 0, false);
    for (size_t i = 0; i < pieces->size; i++) add_piece(c, s, &pieces->data[i]);
}

/* ---- calls ---- */

/* All characters are counted, none is stored. */
static LLVMValueRef count_pieces(const format_call *c, const piece_vec *pieces)
{
    sink s = {.to = LLVMConstNull(c->pointer), .size = LLVMConstInt(c->word, 0, false)};
    add_pieces(c, &s, pieces);
    return s.n;
}

static LLVMValueRef print_to_buffer(const format_call *c, const piece_vec *pieces, LLVMValueRef to, LLVMValueRef size, const char *end)
{
    sink s = {.to = to, .size = size};
    add_pieces(c, &s, pieces);
    return format_step(c, end, c->i32, (LLVMValueRef[]){s.to, s.size, s.n}, 3);
}

/* Twice: to know the size, and to fill the object. */
static LLVMValueRef print_allocated(const format_call *c, const piece_vec *pieces)
{
    LLVMValueRef n = count_pieces(c, pieces);
    LLVMValueRef to = format_step(c, "latch_format_allocate", c->pointer, (LLVMValueRef[]){format_argument(c, 0), n}, 2);
    LLVMValueRef size = format_step(c, "latch_format_allocated", c->word, (LLVMValueRef[]){to, n}, 2);
    return print_to_buffer(c, pieces, to, size, "latch_format_end_allocated");
}

static bool counts_to_memory(const piece_vec *pieces)
{
    for (size_t i = 0; i < pieces->size; i++) {
        if (pieces->data[i].letter == 'n') return true;
    }
    return false;
}

bool format_is_standard_stream(LLVMValueRef stream)
{
    if (!LLVMIsALoadInst(stream) || !LLVMIsAGlobalVariable(LLVMGetOperand(stream, 0))) return false;
    size_t length;
    const char *name = LLVMGetValueName2(LLVMGetOperand(stream, 0), &length);
    return strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0;
}

/* Strings are read, also where nothing is stored. (With a precision they need not end.) */
static void read_strings(const format_call *c, const piece_vec *pieces)
{
    for (size_t i = 0; i < pieces->size; i++) {
        piece *p = &pieces->data[i];
        if (p->letter != 's') continue;
        if (p->has_field) format_read_here(c, p->index, "latch_format_read_field", p->precision);
        else format_read_here(c, p->index, is_never_null(p->argument) ? "latch_format_read" : "latch_format_read_or_null", NULL);
    }
}

/* No one looks at the result. Only a plain call of printf stays, so that traces show what it prints. */
static LLVMValueRef print_silently(const format_call *c, const piece_vec *pieces)
{
    LLVMValueRef stream = c->end == END_STREAM ? format_argument(c, 0) : NULL;
    read_strings(c, pieces);
    if (strcmp(c->name, "printf") == 0) return NULL;
    if (stream && !format_is_standard_stream(stream)) format_do(c, "latch_format_write", &stream, 1);
    else format_do(c, "latch_format_write_standard", NULL, 0);
    return LLVMGetUndef(c->i32);
}

static LLVMValueRef print_to_stream(const format_call *c, const piece_vec *pieces)
{
    LLVMValueRef first = format_argument(c, 0);
    if (c->end == END_STREAM && !format_is_pointer(first)) return NULL;
    if (c->end == END_DESCRIPTOR && !format_is_int(first, 32)) return NULL;
    if (!format_is_result_used(c) && !counts_to_memory(pieces)) return print_silently(c, pieces);
    LLVMValueRef n = count_pieces(c, pieces);
    if (c->end == END_STDOUT) return format_step(c, "latch_format_printed", c->i32, &n, 1);
    return format_step(c, c->end == END_STREAM ? "latch_format_sent" : "latch_format_sent_to", c->i32, (LLVMValueRef[]){first, n}, 2);
}

/* exit, or the form of it that runs handlers, if something is to be done before the end. NULL: the program has an exit of its own. */
static const char *exit_form(const format_call *c)
{
    LLVMValueRef own = LLVMGetNamedFunction(c->module, "exit");
    if (LLVMGetNamedFunction(c->module, "latch_c_exit")) return "latch_c_exit";
    return own && !LLVMIsDeclaration(own) ? NULL : "exit";
}

static LLVMValueRef print_diagnostic(const format_call *c, const piece_vec *pieces)
{
    bool is_last = c->end == END_LAST_DIAGNOSTIC;
    LLVMValueRef status = format_argument(c, 0);
    if (counts_to_memory(pieces) || (is_last && (!exit_form(c) || !format_is_int(status, 32)))) return NULL;
    read_strings(c, pieces);
    format_do(c, "latch_format_write_standard", NULL, 0);
    if (is_last) format_do(c, exit_form(c), &status, 1);
    return LLVMGetUndef(c->i32);
}

static LLVMValueRef print_bounded(const format_call *c, const piece_vec *pieces, LLVMValueRef to)
{
    LLVMValueRef size = format_argument(c, 1);
    unsigned word = LLVMGetIntTypeWidth(c->word);
    if (!format_is_int(size, word)) return NULL;
    if (c->end == END_BOUNDED_CHECKED) {
        LLVMValueRef object = format_argument(c, 3);
        if (!format_is_int(object, word)) return NULL;
        size = format_step(c, "latch_format_room", c->word, (LLVMValueRef[]){size, object}, 2);
    }
    return print_to_buffer(c, pieces, to, size, "latch_format_end");
}

static LLVMValueRef print_pieces(const format_call *c, const piece_vec *pieces)
{
    LLVMValueRef first = format_argument(c, 0);
    if (c->end == END_STDOUT || c->end == END_STREAM || c->end == END_DESCRIPTOR) return print_to_stream(c, pieces);
    if (c->end == END_DIAGNOSTIC || c->end == END_LAST_DIAGNOSTIC) return print_diagnostic(c, pieces);
    if (!format_is_pointer(first)) return NULL;
    if (c->end == END_ALLOCATED) return counts_to_memory(pieces) ? NULL : print_allocated(c, pieces);
    if (c->end == END_BUFFER) return print_to_buffer(c, pieces, first, LLVMConstAllOnes(c->word), "latch_format_end");
    if (c->end == END_BUFFER_CHECKED) {
        LLVMValueRef object = format_argument(c, 2);
        if (!format_is_int(object, LLVMGetIntTypeWidth(c->word))) return NULL;
        return print_to_buffer(c, pieces, first, object, "latch_format_end_checked");
    }
    return print_bounded(c, pieces, first);
}

/* Goes past flags, width, precision and length; false if a star has no int. */
static bool skip_field(const format_call *c, const char **at, unsigned *next)
{
    for (; **at && strchr("-+ #0'I123456789.*hlLqjzt", **at); ++*at) {
        if (**at == '*' && !format_is_int(format_argument(c, (*next)++), 32)) return false;
    }
    return true;
}

/* Integers of another size are passed in the same places, unless those are on the stack, as they are with 32 bits. */
static bool has_kind(const format_call *c, char letter, LLVMValueRef argument)
{
    if (!argument) return false;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(argument));
    bool by_register = LLVMGetIntTypeWidth(c->word) == 64;
    if (strchr("diuxXobcC", letter)) return kind == LLVMIntegerTypeKind && (by_register || LLVMGetIntTypeWidth(LLVMTypeOf(argument)) == 32);
    if (strchr("fFeEgGaA", letter)) return kind == LLVMDoubleTypeKind;
    return strchr("spnS", letter) && kind == LLVMPointerTypeKind;
}

/* Whether there is an argument of the right kind for each conversion, although the call is not taken apart. */
static bool has_arguments(const format_call *c)
{
    unsigned next = c->first;
    for (const char *at = strchr(c->format, '%'); at; at = strchr(at, '%')) {
        at++;
        if (!skip_field(c, &at, &next) || !*at) return false;
        char letter = *at++;
        if (letter != '%' && letter != 'm' && !has_kind(c, letter, format_argument(c, next++))) return false;
    }
    return true;
}

LLVMValueRef format_print(format_call *c)
{
    piece_vec pieces;
    piece_vec_init(&pieces);
    c->is_understood = parse(c, &pieces);
    LLVMValueRef result = c->is_understood ? print_pieces(c, &pieces) : NULL;
    c->is_understood = c->is_understood || has_arguments(c);
    piece_vec_release(&pieces);
    return result;
}
