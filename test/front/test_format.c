/* Calls of printf and scanf that are taken apart do what the real library does: random programs are compiled as they are, and once more after
 * format_expand, with lib/libc in the place of the real library; what they print must be equal, byte for byte. */

#include "base/process.h"
#include "front/llvm/library/format.h"
#include "front/llvm/module/module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static scratch folder;
static uint64_t random_state;

static uint64_t next_random(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static int pick(int n) { return (int)(next_random() % (uint64_t)n); }
static char pick_char(const char *from) { return from[pick((int)strlen(from))]; }

/* ---- building and running ---- */

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...)
{
    text command, said;
    text_init(&command);
    text_init(&said);
    va_list args;
    va_start(args, format);
    text_vprintf(&command, format, args);
    va_end(args);
    limits none = {0};
    process_result r = process_run((const char *const[]){"/bin/sh", "-c", command.data, NULL}, &none, &said);
    if (r.end != PROCESS_EXITED || r.code != 0) fail_msg("%s\nended with %d:\n%.4000s", command.data, r.code, said.data);
    text_release(&command);
    text_release(&said);
}

/* What programs use beside the library, and the primitives of lib/libc/latch.h: what is any is what the real library has just done, if the program has
 * announced it, and otherwise that nothing fails. */
static const char SUPPORT[] =
    "#include <fcntl.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
    "int null_fd;\n"
    "static char announced[9000], *next; static int length;\n"
    "__attribute__((constructor)) static void set_up(void) { null_fd = open(\"/dev/null\", O_WRONLY); }\n"
    "void announce(int width, const char *format, ...)\n"
    "{\n"
    "    va_list args; va_start(args, format); int n = vsnprintf(announced, sizeof announced, format, args); va_end(args);\n"
    "    length = n == abs(width) ? 1 : n; next = announced;\n"
    "}\n"
    "_Bool latch_any_bool(void) { return 0; }\n"
    "char latch_any_char(void) { return next && *next ? *next++ : 'x'; }\n"
    "int latch_any_int(void) { return length; }\n"
    "unsigned latch_any_unsigned(void) { return 1; }\n"
    "long latch_any_long(void) { return 1; }\n"
    "unsigned long latch_any_ulong(void) { return 100000; }\n"
    "long long latch_any_llong(void) { return 1; }\n"
    "unsigned long long latch_any_ullong(void) { return 1; }\n"
    "float latch_any_float(void) { return 1; }\n"
    "double latch_any_double(void) { return 1; }\n"
    "long double latch_any_ldouble(void) { return 1; }\n"
    "int latch_input_end(void) { return 0; }\n"
    "int latch_input_stdin(void)\n"
    "{\n"
    "    static int ended; unsigned char c;\n"
    "    if (ended) { fprintf(stderr, \"asked after the end\\n\"); exit(3); }\n"
    "    if (read(0, &c, 1) == 1) return c;\n"
    "    ended = 1; return -1;\n"
    "}\n"
    "int latch_input_file(void) { return -1; }\n"
    "int latch_input_open(void) { return 0; }\n"
    "long latch_input_time(void) { return 1; }\n"
    "long latch_input_clock(void) { return 1; }\n"
    "int latch_input_pid(void) { return 1; }\n"
    "void latch_stream(int number) { (void)number; }\n"
    "void latch_assume(int holds) { if (!holds) { fprintf(stderr, \"not allowed: %s\\n\", announced); exit(4); } }\n"
    "void latch_assumption(const char *what) { (void)what; }\n"
    "void latch_exit(int status) { _exit(status); }\n"
    "void latch_abort(void) { abort(); }\n"
    "void latch_limit(const char *what) { fprintf(stderr, \"limit: %s\\n\", what); exit(5); }\n"
    "void latch_require_bounds(int condition, const char *what) { if (!condition) latch_limit(what); }\n"
    "void latch_looks_at(const void *memory) { (void)memory; }\n"
    "void latch_format_unchecked(void) {}\n"
    "void latch_scan_unchecked(void) {}\n";

/* Compiles lib/libc once for each width; names of the real library get a prefix. */
static void build_library(uint32_t bits)
{
    char *support = scratch_file(&folder, "support.c");
    assert_true(file_write(support, SUPPORT));
    free(support);
    shell("cd %s && for f in errno stream input output format scan; do clang-19 -m%u -std=gnu11 -O0 -fno-builtin -fsanitize=undefined "
          "-fsanitize-trap=undefined -c $OLDPWD/lib/libc/$f.c -o part-$f.o || exit 1; done && clang-19 -m%u -r -nostdlib -o joined.o part-*.o && "
          "nm --defined-only -g joined.o | awk '$3 !~ /^latch_/ { print $3, \"model_\" $3 }' >names && "
          "objcopy --redefine-syms=names joined.o library-%u.o && clang-19 -m%u -w -c support.c -o support-%u.o",
          folder.path, bits, bits, bits, bits, bits);
}

static void expand(const char *source, uint32_t bits)
{
    c_module m;
    diag error;
    diag_init(&error);
    if (!c_module_load(&m, &source, 1, &(c_module_options){.bits = bits}, &error)) fail_msg("%s", error.message);
    format_expand(m.module, m.layout);
    char *message = NULL, *expanded = scratch_file(&folder, "expanded.bc");
    if (LLVMVerifyModule(m.module, LLVMReturnStatusAction, &message)) fail_msg("%s", message);
    LLVMDisposeMessage(message);
    assert_int_equal(LLVMWriteBitcodeToFile(m.module, expanded), 0);
    free(expanded);
    c_module_release(&m);
}

/* Runs both on the same standard input. */
static void compare(const char *source_text, const char *input, size_t input_size, uint32_t bits)
{
    char *source = scratch_file(&folder, "program.c"), *stdin_file = scratch_file(&folder, "input");
    assert_true(file_write(source, source_text));
    assert_true(file_write_bytes(stdin_file, input, input_size));
    expand(source, bits);
    shell("cd %s && clang-19 -m%u -w -o plain program.c support-%u.o && clang-19 -m%u -w -c -o expanded.o expanded.bc && "
          "objcopy --redefine-syms=names expanded.o && clang-19 -m%u -o expanded expanded.o library-%u.o support-%u.o && "
          "./plain <input >expected && ./expanded <input >seen && test -s expected && { cmp -s expected seen || { diff -a expected seen; exit 1; }; }",
          folder.path, bits, bits, bits, bits, bits, bits);
    free(source);
    free(stdin_file);
}

/* ---- random calls of printf ---- */

static const char *const INTEGERS[] = {"0", "1", "-1", "7", "-8", "10", "99", "100", "-100", "255", "256", "-128", "32767", "65536",
                                       "2147483647", "(-2147483647-1)", "4294967295u", "9223372036854775807LL", "(-9223372036854775807LL-1)",
                                       "18446744073709551615uLL", "1234567890123LL", "-42"};
static const char *const STRINGS[] = {"\"\"", "\"a\"", "\"hello\"", "\"twelve chars\"", "\"with %d and \\n\"", "\"\\xff\\x80z\""};
static const char *const DOUBLES[] = {"0.0", "-0.0", "1.5", "-1e300", "1e-300", "123456.789", "1.0/0.0", "-(0.0/0.0)", "99999.5", "1e15", "0.00001234",
                                      "1.7976931348623157e308", "5e-324"};
#define ONE_OF(array) (array)[pick((int)(sizeof(array) / sizeof *(array)))]

static void add_flags(text *format, const char *allowed)
{
    for (int i = pick(3); i > 0 && *allowed; i--) text_addc(format, pick_char(allowed));
}

/* A width or precision: none, a number, or a star and an argument. */
static int add_amount(text *format, text *args, int low, int high)
{
    int v = low + pick(high - low + 1);
    if (pick(3) == 0) {
        text_addc(format, '*');
        text_printf(args, ", %d", v);
        return v;
    }
    if (v > 0) text_printf(format, "%d", v);
    return v > 0 ? v : 0;
}

static void add_integer_conversion(text *format, text *args)
{
    static const struct {
        const char *modifier, *type;
    } SIZES[] = {{"", "int"}, {"hh", "int"}, {"h", "int"}, {"l", "long"}, {"ll", "long long"}, {"z", "size_t"}, {"j", "intmax_t"}, {"t", "ptrdiff_t"}};
    char letter = pick_char("diuxXo");
    int size = pick(2) ? 0 : pick((int)(sizeof SIZES / sizeof *SIZES));
    text_addc(format, '%');
    if (pick(2)) {
        add_flags(format, strchr("diu", letter) ? "-+ 0" : "-+ 0#");
        if (pick(2)) add_amount(format, args, -14, 14);
        if (pick(3) == 0) {
            text_addc(format, '.');
            add_amount(format, args, -3, 12);
        }
    }
    text_printf(format, "%s%c", SIZES[size].modifier, letter);
    text_printf(args, ", (%s)%s", SIZES[size].type, ONE_OF(INTEGERS));
}

static void add_text_conversion(text *format, text *args)
{
    bool is_string = pick(3) > 0;
    text_addc(format, '%');
    if (pick(2)) {
        add_flags(format, "-");
        if (pick(2)) add_amount(format, args, -14, 14);
        if (is_string && pick(2)) {
            text_addc(format, '.');
            add_amount(format, args, -3, 12);
        }
    }
    text_addc(format, is_string ? 's' : 'c');
    if (is_string) text_printf(args, ", %s", ONE_OF(STRINGS));
    else text_printf(args, ", (int)%s", ONE_OF(INTEGERS));
}

static void add_literal(text *format)
{
    int n = pick(12) ? pick(6) : 60 + pick(20);
    for (int i = 0; i < n; i++) {
        char c = pick_char("abcxyz 019%.,-");
        text_addc(format, c);
        if (c == '%') text_addc(format, c);
    }
}

static void add_format(text *format, text *args)
{
    for (int i = pick(4); i >= 0; i--) {
        add_literal(format);
        if (pick(3)) add_integer_conversion(format, args);
        else add_text_conversion(format, args);
    }
    add_literal(format);
}

static void add_print_call(text *out)
{
    text format, args;
    text_init(&format);
    text_init(&args);
    add_format(&format, &args);
    int size = pick(3) ? pick(60) : 1000;
    text_adds(out, "    clear();\n    ");
    switch (pick(6)) {
    case 0: text_printf(out, "n = sprintf(b, \"%s\"%s);\n", format.data, args.data); break;
    case 1: text_printf(out, "n = __sprintf_chk(b, 0, 1000, \"%s\"%s);\n", format.data, args.data); break;
    case 2: text_printf(out, "n = dprintf(null_fd, \"%s\"%s);\n", format.data, args.data); break;
    case 3: text_printf(out, "{ char *p; n = asprintf(&p, \"%s\"%s); strcpy(b, p); free(p); }\n", format.data, args.data); break;
    case 4: text_printf(out, "n = sprintf(b, \"%s%%n\"%s, &k);\n", format.data, args.data); break;
    default: text_printf(out, "n = snprintf(b, %d, \"%s\"%s);\n", size, format.data, args.data); break;
    }
    text_adds(out, "    show(n);\n");
    text_release(&format);
    text_release(&args);
}

/* One conversion that is a contract: the real text must be among those that it allows. */
static void add_contract_call(text *out)
{
    text format, args;
    text_init(&format);
    text_init(&args);
    text_addc(&format, '%');
    bool is_pointer = pick(8) == 0, is_long = pick(4) == 0;
    int width = 0;
    add_flags(&format, is_pointer ? "-" : "-+ 0#");
    if (pick(2)) width = add_amount(&format, &args, -30, 30);
    if (!is_pointer && pick(2)) {
        text_addc(&format, '.');
        add_amount(&format, &args, -3, 25);
    }
    if (is_pointer) {
        text_addc(&format, 'p');
        text_adds(&args, pick(3) ? ", (void *)0x7badcafe" : ", (void *)0");
    } else {
        text_printf(&format, "%s%c", is_long ? "L" : "", pick_char("fFeEgGaA"));
        text_printf(&args, ", (%sdouble)(%s)", is_long ? "long " : "", ONE_OF(DOUBLES));
    }
    text_printf(out, "    announce(%d, \"%s\"%s);\n    clear();\n    n = sprintf(b, \"%s\"%s);\n    show(n);\n", width, format.data, args.data, format.data,
                args.data);
    text_release(&format);
    text_release(&args);
}

static const char PRINT_BEGIN[] =
    "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdint.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "extern int null_fd;\nvoid announce(int width, const char *format, ...);\n"
    "int __sprintf_chk(char *, int, size_t, const char *, ...);\n"
    "static char b[6000];\nstatic int n, k;\n"
    "static void clear(void) { k = 0; memset(b, '#', sizeof b); }\n"
    "static void show(int r)\n"
    "{\n"
    "    static int call;\n"
    "    int last = sizeof b;\n"
    "    while (last > 0 && b[last - 1] == '#') last--;\n"
    "    printf(\"%d: %d %d \", call++, r, k);\n"
    "    for (int i = 0; i < last; i++) printf(b[i] >= ' ' && b[i] <= '~' ? \"%c\" : \"\\\\%d\", b[i]);\n"
    "    printf(\"\\n\");\n"
    "}\n"
    "int main(void)\n{\n";

static void test_print(uint32_t bits, void (*add)(text *out), int calls)
{
    text source_text;
    text_init(&source_text);
    text_adds(&source_text, PRINT_BEGIN);
    for (int i = 0; i < calls; i++) add(&source_text);
    text_adds(&source_text, "    return 0;\n}\n");
    compare(source_text.data, "", 0, bits);
    text_release(&source_text);
}

/* ---- random calls of scanf ---- */

typedef struct scan_text {
    text format, args, input;
} scan_text;

/* Numbers do not touch each other: what no type can hold is not defined. */
static void add_input_token(text *input)
{
    for (int i = 1 + pick(3); i > 0; i--) text_addc(input, pick_char(" \n\t ,:"));
    switch (pick(8)) {
    case 0: text_printf(input, "%s", pick(2) ? "0x" : "-0x1F"); break;
    case 1: text_printf(input, "0%d", pick(800)); break;
    case 2: text_printf(input, "%c%d", pick_char("+-+-a"), pick(100)); break;
    case 3: text_adds(input, pick(2) ? "word" : "a,b]c-d"); break;
    case 4: text_printf(input, "0x%x", pick(70000)); break;
    case 5: text_addc(input, pick_char("%,:x-+0\v")); break;
    default: text_printf(input, "%d", pick(pick(2) ? 100 : 1000000)); break;
    }
}

static void add_scan_integer(scan_text *s, bool is_suppressed)
{
    static const char *const MODIFIERS[] = {"", "", "", "hh", "h", "l", "ll", "z", "j"};
    const char *modifier = ONE_OF(MODIFIERS);
    bool is_char = strcmp(modifier, "hh") == 0, is_short = strcmp(modifier, "h") == 0;
    if (is_char) text_printf(&s->format, "%d", 1 + pick(2));
    else if (is_short) text_printf(&s->format, "%d", 1 + pick(4));
    else if (pick(3) == 0) text_printf(&s->format, "%d", 1 + pick(5));
    text_printf(&s->format, "%s%c", modifier, pick_char("ddixuo"));
    if (!is_suppressed) text_printf(&s->args, ", &v[%d]", pick(6));
}

static void add_scan_text(scan_text *s, bool is_suppressed)
{
    static const char *const SETS[] = {"c", "s", "s", "[^\\n]", "[a-z]", "[0-9a-f]", "[]a-]", "[^],]", "[a-c-e,]", "[^ \\t\\n]"};
    if (pick(3) == 0) text_printf(&s->format, "%d", 1 + pick(6));
    text_adds(&s->format, ONE_OF(SETS));
    if (!is_suppressed) text_printf(&s->args, ", b[%d]", pick(3));
}

static void add_directive(scan_text *s)
{
    bool is_suppressed = pick(6) == 0;
    switch (pick(8)) {
    case 0: text_addc(&s->format, ' '); break;
    case 1: text_adds(&s->format, pick(4) ? (const char[]){pick_char(",:x-a0"), 0} : "%%"); break;
    case 2:
        text_adds(&s->format, pick(3) ? "%n" : "%hhn");
        text_printf(&s->args, ", &v[%d]", pick(6));
        break;
    case 3:
    case 4:
        text_adds(&s->format, is_suppressed ? "%*" : "%");
        add_scan_text(s, is_suppressed);
        break;
    default:
        text_adds(&s->format, is_suppressed ? "%*" : "%");
        add_scan_integer(s, is_suppressed);
        break;
    }
}

static void scan_text_make(scan_text *s, int most)
{
    text_init(&s->format);
    text_init(&s->args);
    text_init(&s->input);
    for (int i = 1 + pick(most); i > 0; i--) add_directive(s);
    for (int i = pick(5); i > 0; i--) add_input_token(&s->input);
}

static void scan_text_release(scan_text *s)
{
    text_release(&s->format);
    text_release(&s->args);
    text_release(&s->input);
}

static void add_escaped(text *out, const char *string)
{
    for (; *string; string++) text_printf(out, "\\%03o", (unsigned char)*string);
}

static void add_sscanf(text *out)
{
    scan_text s;
    scan_text_make(&s, 5);
    text_adds(out, "    clear();\n    r = sscanf(\"");
    add_escaped(out, s.input.data);
    text_printf(out, "\", \"%s\"%s);\n    show();\n", s.format.data, s.args.data);
    scan_text_release(&s);
}

/* An operation on standard input. */
static void add_input_call(text *out)
{
    scan_text s;
    scan_text_make(&s, 3);
    text_adds(out, "    clear();\n    ");
    switch (pick(10)) {
    case 0: text_adds(out, "r = getchar(); if (r != EOF) ungetc('0' + r % 10, stdin);\n    show();\n    r = getchar();\n"); break;
    case 1: text_printf(out, "r = fgets(b[0], %d, stdin) != 0;\n", pick(8)); break;
    case 2: text_printf(out, "r = (int)fread(b[1], %d, %d, stdin);\n", 1 + pick(3), pick(5)); break;
    case 3: text_adds(out, "{ char *line = 0; size_t size = 0; r = (int)getline(&line, &size, stdin); if (r >= 0) strcpy(b[2], line); free(line); }\n"); break;
    case 4: text_adds(out, "r = getc(stdin);\n"); break;
    case 5: text_adds(out, pick(4) ? "r = fgetc(stdin);\n" : "clearerr(stdin); r = 0;\n"); break;
    case 6: text_printf(out, "r = fscanf(stdin, \"%s\"%s);\n", s.format.data, s.args.data); break;
    default: text_printf(out, "r = scanf(\"%s\"%s);\n", s.format.data, s.args.data); break;
    }
    text_adds(out, "    show();\n    printf(\"%d\\n\", feof(stdin) != 0);\n");
    scan_text_release(&s);
}

static const char SCAN_BEGIN[] =
    "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "static char b[3][3000];\nstatic long long v[6];\nstatic int r;\n"
    "static void clear(void) { memset(b, '#', sizeof b); memset(v, 0x55, sizeof v); }\n"
    "static void show(void)\n"
    "{\n"
    "    static int call;\n"
    "    printf(\"%d: %d\", call++, r);\n"
    "    for (int i = 0; i < 6; i++) printf(\" %llx\", v[i]);\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        int last = sizeof *b;\n"
    "        while (last > 0 && b[i][last - 1] == '#') last--;\n"
    "        printf(\" |\");\n"
    "        for (int k = 0; k < last; k++) printf(b[i][k] >= ' ' && b[i][k] <= '~' ? \"%c\" : \"\\\\%d\", b[i][k]);\n"
    "    }\n"
    "    printf(\"\\n\");\n"
    "}\n";

static void test_scan_strings(uint32_t bits, int calls)
{
    text source_text;
    text_init(&source_text);
    text_printf(&source_text, "%sint main(void)\n{\n", SCAN_BEGIN);
    for (int i = 0; i < calls; i++) add_sscanf(&source_text);
    text_adds(&source_text, "    return 0;\n}\n");
    compare(source_text.data, "", 0, bits);
    text_release(&source_text);
}

/* Each run sees another part of the calls, and another input. */
static void test_scan_input(uint32_t bits, int runs, int calls)
{
    for (int run = 0; run < runs; run++) {
        text source_text, input;
        text_init(&source_text);
        text_init(&input);
        text_printf(&source_text, "%sint main(void)\n{\n", SCAN_BEGIN);
        for (int i = 0; i < calls; i++) add_input_call(&source_text);
        text_adds(&source_text, "    return 0;\n}\n");
        for (int i = pick(2 * calls); i > 0; i--) {
            add_input_token(&input);
            if (pick(9) == 0) text_addc(&input, (char)pick(256));
        }
        compare(source_text.data, input.data, input.size, bits);
        text_release(&source_text);
        text_release(&input);
    }
}

/* ---- the tests ---- */

static void test_width(uint32_t bits)
{
    random_state = bits;
    build_library(bits);
    test_print(bits, add_print_call, 700);
    test_print(bits, add_contract_call, 500);
    test_scan_strings(bits, 700);
    test_scan_input(bits, 3, 250);
}

static void test_64(void **state)
{
    (void)state;
    test_width(64);
}

static void test_32(void **state)
{
    (void)state;
    test_width(32);
}

/* ---- what stays, and where the new calls are ---- */

static c_module load_expanded(const char *source_text)
{
    char *source = scratch_file(&folder, "small.c");
    assert_true(file_write(source, source_text));
    c_module m;
    diag error;
    diag_init(&error);
    if (!c_module_load(&m, (const char *const[]){source}, 1, &(c_module_options){.bits = 64}, &error)) fail_msg("%s", error.message);
    format_expand(m.module, m.layout);
    free(source);
    return m;
}

static unsigned calls_of(LLVMModuleRef module, const char *name)
{
    unsigned n = 0;
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) n++;
    return n;
}

static void test_stays(void **state)
{
    (void)state;
    c_module m = load_expanded("#include <stdio.h>\n"
                               "void f(char *s, char *format, long l, FILE *file)\n{\n"
                               "    printf(\"%d %s\\n\", 1, s);\n" /* no one uses the result */
                               "    sprintf(s, format, 1);\n" /* not constant */
                               "    sprintf(s, \"%d\", l);\n" /* not its type */
                               "    sprintf(s, \"%d %d\", 1);\n" /* not there */
                               "    sprintf(s, \"%1$d\", 1);\n" /* not supported */
                               "    sprintf(s, \"%#d\", 1);\n" /* not defined */
                               "    sscanf(s, \"%ms\", &s);\n"
                               "    sscanf(s, \"%d\");\n"
                               "    fscanf(file, format);\n"
                               "    fprintf(file, \"%d%s\", 1, s);\n" /* these go */
                               "    fprintf(stderr, \"%d\\n\", 1);\n"
                               "}\n");
    assert_int_equal(calls_of(m.module, "printf"), 1);
    assert_int_equal(calls_of(m.module, "fprintf"), 0);
    assert_int_equal(calls_of(m.module, "sprintf"), 5);
    assert_int_equal(calls_of(m.module, "__isoc99_sscanf"), 2);
    assert_int_equal(calls_of(m.module, "latch_format_read_or_null"), 2); /* also what stays reads its strings */
    assert_int_equal(calls_of(m.module, "latch_format_write"), 1);
    assert_int_equal(calls_of(m.module, "latch_scan_somehow"), 1);
    c_module_release(&m);
}

/* A function of the program with such a name is no function of the library. */
static void test_own_functions(void **state)
{
    (void)state;
    c_module m = load_expanded("int sprintf(char *to, const char *format, ...) { return *to = format[0]; }\n"
                               "int f(char *s) { return sprintf(s, \"%d\", 1); }\n");
    assert_int_equal(calls_of(m.module, "sprintf"), 1);
    assert_int_equal(calls_of(m.module, "latch_format_signed"), 0);
    c_module_release(&m);
}

static void test_places(void **state)
{
    (void)state;
    c_module m = load_expanded("#include <stdio.h>\nint f(char *s, int *v)\n{\n    return sprintf(s, \"a%d\", 1) +\n        sscanf(s, \"%d\", v);\n}\n");
    unsigned steps = 0;
    LLVMValueRef f = LLVMGetNamedFunction(m.module, "f");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i)) continue;
            size_t length;
            const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &length);
            if (strncmp(name, "latch_", 6) != 0) continue;
            steps++;
            assert_non_null(LLVMInstructionGetDebugLoc(i));
            assert_int_equal(LLVMGetDebugLocLine(i), strncmp(name, "latch_sscan", 11) == 0 ? 5 : 4);
        }
    }
    assert_int_equal(steps, 3 + 3);
    c_module_release(&m);
}

int main(void)
{
    diag error;
    diag_init(&error);
    if (!scratch_init(&folder, &error)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stays), cmocka_unit_test(test_own_functions), cmocka_unit_test(test_places),
        cmocka_unit_test(test_64),    cmocka_unit_test(test_32),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (getenv("KEEP_FORMAT_TEST")) fprintf(stderr, "kept: %s\n", folder.path);
    else scratch_release(&folder);
    return failed;
}
