/* C files to one module: what clang takes, what the debug information says, and what bad input is answered. */

#include "base/process.h"
#include "front/llvm/module/module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* ---- loading ---- */

static scratch folder; /* of the test's files */
static scratch temporary; /* what TMPDIR is: nothing must stay there */

static char *write_file(const char *name, const char *content)
{
    char *path = scratch_file(&folder, name);
    assert_true(file_write(path, content));
    return path;
}

static void assert_nothing_left(void)
{
    DIR *d = opendir(temporary.path);
    assert_non_null(d);
    size_t n = 0;
    while (readdir(d)) n++;
    closedir(d);
    assert_int_equal(n, 2); /* . and .. */
}

static c_module load_with(const char *const *files, size_t n, const c_module_options *options)
{
    c_module m;
    diag error;
    diag_init(&error);
    if (!c_module_load(&m, files, n, options, &error)) fail_msg("%s: %s", files[0], error.message);
    assert_null(error.message);
    assert_nothing_left();
    return m;
}

static c_module load(const char *name, const char *source, uint32_t bits)
{
    char *path = write_file(name, source);
    c_module m = load_with((const char *const[]){path}, 1, &(c_module_options){.bits = bits});
    free(path);
    return m;
}

/* Refused with a message that has this in it; the message is as diag_print shows it. */
static void assert_refused(const char *const *files, size_t n, const c_module_options *options, const char *expected)
{
    c_module m;
    diag error;
    diag_init(&error);
    assert_false(c_module_load(&m, files, n, options, &error));
    assert_non_null(error.message);
    text shown;
    text_init(&shown);
    diag_print(&shown, &error);
    if (!strstr(shown.data, expected)) fail_msg("expected ... %s ..., found\n%s", expected, shown.data);
    text_release(&shown);
    diag_release(&error);
    assert_nothing_left();
}

static void assert_source_refused(const char *name, const char *source, const char *expected)
{
    char *path = write_file(name, source);
    assert_refused((const char *const[]){path}, 1, &(c_module_options){.bits = 64}, expected);
    free(path);
}

static LLVMValueRef find_alloca(LLVMValueRef function, const char *name)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            size_t length;
            if (LLVMIsAAllocaInst(i) && !strcmp(LLVMGetValueName2(i, &length), name)) return i;
        }
    fail_msg("no alloca %s", name);
    return NULL;
}

static LLVMValueRef find_global(const c_module *m, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(m->module, name);
    if (!g) fail_msg("no global %s", name);
    return g;
}

static LLVMValueRef find_function(const c_module *m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m->module, name);
    if (!f) fail_msg("no function %s", name);
    return f;
}

/* ---- types ---- */

typedef struct known_type {
    const char *name;
    int kind;
    uint32_t bits32, bits64;
    bool is_signed;
} known_type;

static const known_type TYPES[] = {{"char", C_INTEGER, 8, 8, true},
                                   {"signed char", C_INTEGER, 8, 8, true},
                                   {"unsigned char", C_INTEGER, 8, 8, false},
                                   {"_Bool", C_INTEGER, 8, 8, false},
                                   {"short", C_INTEGER, 16, 16, true},
                                   {"unsigned short", C_INTEGER, 16, 16, false},
                                   {"int", C_INTEGER, 32, 32, true},
                                   {"unsigned", C_INTEGER, 32, 32, false},
                                   {"long", C_INTEGER, 32, 64, true},
                                   {"unsigned long", C_INTEGER, 32, 64, false},
                                   {"long long", C_INTEGER, 64, 64, true},
                                   {"unsigned long long", C_INTEGER, 64, 64, false},
                                   {"enum plain", C_INTEGER, 32, 32, false},
                                   {"enum negative", C_INTEGER, 32, 32, true},
                                   {"float", C_FLOAT, 32, 32, false},
                                   {"double", C_FLOAT, 64, 64, false},
                                   {"byte", C_INTEGER, 8, 8, false},
                                   {"const volatile number", C_INTEGER, 32, 32, true},
                                   {"struct other *", C_POINTER, 32, 64, false},
                                   {"fun *", C_POINTER, 32, 64, false},
                                   {"int *const", C_POINTER, 32, 64, false},
                                   {"struct other { int x, y; }", C_STRUCT, 64, 64, false},
                                   {"union { int x; char y[8]; }", C_STRUCT, 64, 64, false},
                                   {"row", C_ARRAY, 96, 96, false}};
enum { N_TYPES = sizeof TYPES / sizeof *TYPES, N_SCALARS = 21 };
static const char *const TYPE_NAMES = "enum plain { A, B }; enum negative { C = -1 }; typedef unsigned char byte; typedef int number;\n"
                                      "typedef int fun(int); typedef int row[3];\n";

static void assert_type(c_type found, const known_type *expected, uint32_t bits)
{
    assert_int_equal(found.kind, expected->kind);
    assert_int_equal(found.bits, bits == 32 ? expected->bits32 : expected->bits64);
    if (found.kind == C_INTEGER) assert_int_equal(found.is_signed, expected->is_signed);
}

/* Each type as that of a global, a static, a local, a parameter, a result and what a pointer points to. */
static void check_declared_types(uint32_t bits)
{
    text source;
    text_init(&source);
    text_adds(&source, TYPE_NAMES);
    for (int i = 0; i < N_TYPES; i++) {
        text_printf(&source, "typedef %s type%d;\ntype%d global%d; type%d *pointer%d;\n", TYPES[i].name, i, i, i, i, i);
        if (strcmp(TYPES[i].name, "row") == 0) continue;
        text_printf(&source, "type%d f%d(short first, type%d parameter)\n", i, i, i);
        text_printf(&source, "{ static type%d own; type%d local = own; return local; }\n", i, i);
    }
    c_module m = load("types.c", source.data, bits);
    for (int i = 0; i < N_TYPES; i++) {
        char name[32];
        snprintf(name, sizeof name, "global%d", i);
        assert_type(c_module_variable_type(&m, find_global(&m, name)), &TYPES[i], bits);
        assert_string_equal(c_module_variable_name(&m, find_global(&m, name)), name);
        snprintf(name, sizeof name, "pointer%d", i);
        assert_type(c_module_pointee_type(&m, c_module_variable_type(&m, find_global(&m, name))), &TYPES[i], bits);
        if (strcmp(TYPES[i].name, "row") == 0) continue;
        snprintf(name, sizeof name, "f%d", i);
        LLVMValueRef f = find_function(&m, name);
        assert_type(c_module_signature_type(&m, f, 0), &TYPES[i], bits);
        assert_type(c_module_signature_type(&m, f, 1), &TYPES[4], bits);
        assert_type(c_module_signature_type(&m, f, 2), &TYPES[i], bits);
        assert_int_equal(c_module_signature_type(&m, f, 3).kind, C_UNKNOWN);
        if (i < N_SCALARS) {
            assert_type(c_module_variable_type(&m, find_alloca(f, "local")), &TYPES[i], bits);
            assert_string_equal(c_module_variable_name(&m, find_alloca(f, "parameter.addr")), "parameter");
        }
        snprintf(name, sizeof name, "f%d.own", i);
        assert_type(c_module_variable_type(&m, find_global(&m, name)), &TYPES[i], bits);
        assert_string_equal(c_module_variable_name(&m, find_global(&m, name)), "own");
    }
    c_module_release(&m);
    text_release(&source);
}

static void test_declared_types(void **state)
{
    (void)state;
    check_declared_types(32);
    check_declared_types(64);
}

static void test_char_follows_the_flags(void **state)
{
    (void)state;
    char *path = write_file("plain.c", "char c;\n");
    c_module m = load_with((const char *const[]){path}, 1,
                           &(c_module_options){.bits = 64, .flags = (const char *const[]){"-funsigned-char"}, .n_flags = 1});
    assert_false(c_module_variable_type(&m, find_global(&m, "c")).is_signed);
    c_module_release(&m);
    free(path);
}

/* ---- members: a random struct, whose layout the compiler tells by offsetof ---- */

typedef struct member {
    char *path;
    int type; /* of TYPES */
} member;
VEC_DECLARE(member_vec, member);

static void add_member(member_vec *members, const char *prefix, const char *suffix, int type)
{
    text path;
    text_init(&path);
    text_printf(&path, "%s%s", prefix, suffix);
    member_vec_push(members, (member){text_take(&path), type});
}

static void declare_fields(text *source, member_vec *members, const char *prefix, unsigned depth, uint64_t *seed);

/* Declares the field and lists its scalars; a few of them if it is an array. */
static void declare_field(text *source, member_vec *members, const char *prefix, const char *name, unsigned depth, uint64_t *seed)
{
    char dimensions[40] = "", element[40] = "";
    uint64_t n = next_random(seed) % 4;
    if (n >= 1) {
        uint64_t a = 1 + next_random(seed) % 5, b = 1 + next_random(seed) % 5;
        snprintf(dimensions, sizeof dimensions, n == 1 ? "[%d]" : "[%d][%d]", (int)a, (int)b);
        snprintf(element, sizeof element, n == 1 ? "[%d]" : "[%d][%d]", (int)(next_random(seed) % a), (int)(next_random(seed) % b));
    }
    text path;
    text_init(&path);
    text_printf(&path, "%s.%s%s", prefix, name, element);
    if (depth > 0 && next_random(seed) % 3 == 0) {
        text_adds(source, "struct { ");
        declare_fields(source, members, path.data, depth - 1, seed);
        text_printf(source, "} %s%s; ", name, dimensions);
    } else {
        int type = (int)(next_random(seed) % N_SCALARS);
        text_printf(source, "type%d %s%s; ", type, name, dimensions);
        add_member(members, path.data, "", type);
    }
    text_release(&path);
}

static void declare_fields(text *source, member_vec *members, const char *prefix, unsigned depth, uint64_t *seed)
{
    for (int i = 0, n = 1 + (int)(next_random(seed) % 6); i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%d", i);
        declare_field(source, members, prefix, name, depth, seed);
    }
}

static void check_members(uint64_t seed, uint32_t bits)
{
    text source, path;
    text_init(&source);
    text_init(&path);
    member_vec members;
    member_vec_init(&members);
    text_adds(&source, TYPE_NAMES);
    for (int i = 0; i < N_SCALARS; i++) text_printf(&source, "typedef %s type%d;\n", TYPES[i].name, i);
    text_adds(&source, "struct s { ");
    declare_fields(&source, &members, "", 3, &seed);
    text_adds(&source, "} object;\n");
    for (size_t i = 0; i < members.size; i++)
        text_printf(&source, "unsigned long offset%zu = __builtin_offsetof(struct s, %s);\n", i, members.data[i].path + 1);
    c_module m = load("members.c", source.data, bits);
    c_type type = c_module_variable_type(&m, find_global(&m, "object"));
    for (size_t i = 0; i < members.size; i++) {
        char name[32];
        snprintf(name, sizeof name, "offset%zu", i);
        uint64_t offset = LLVMConstIntGetZExtValue(LLVMGetInitializer(find_global(&m, name)));
        text_clear(&path);
        assert_type(c_module_member_type(&m, type, offset, &path), &TYPES[members.data[i].type], bits);
        assert_string_equal(path.data, members.data[i].path);
        if (TYPES[members.data[i].type].bits32 > 8) assert_int_equal(c_module_member_type(&m, type, offset + 1, NULL).kind, C_UNKNOWN);
        free(members.data[i].path);
    }
    assert_int_equal(c_module_member_type(&m, type, type.bits / 8, NULL).kind, C_UNKNOWN);
    member_vec_release(&members);
    c_module_release(&m);
    text_release(&source);
    text_release(&path);
}

static void test_members(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) check_members(seed, seed % 2 ? 64 : 32);
}

static void test_special_members(void **state)
{
    (void)state;
    c_module m = load("special.c",
                      "struct list { struct { int a; union { unsigned u; float f; }; }; int bits : 3, more : 7;\n"
                      "              struct list *next; char rest[]; };\n"
                      "struct list g;\n",
                      64);
    c_type list = c_module_variable_type(&m, find_global(&m, "g")), next;
    static const struct {
        uint64_t offset;
        const char *path;
        int kind;
    } EXPECTED[] = {{0, ".a", C_INTEGER},   {4, ".u", C_INTEGER},     {8, ".bits", C_UNKNOWN},  {9, ".more", C_UNKNOWN},
                    {16, ".next", C_POINTER}, {24, ".rest[0]", C_INTEGER}, {29, ".rest[5]", C_INTEGER}, {12, "", C_UNKNOWN}};
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
        text path;
        text_init(&path);
        assert_int_equal(c_module_member_type(&m, list, EXPECTED[i].offset, &path).kind, EXPECTED[i].kind);
        assert_string_equal(path.data, EXPECTED[i].path);
        text_release(&path);
    }
    /* around the knot: a list's next is a list */
    next = c_module_pointee_type(&m, c_module_member_type(&m, list, 16, NULL));
    assert_ptr_equal(next.node, list.node);
    assert_int_equal(c_module_pointee_type(&m, list).kind, C_UNKNOWN);
    c_module_release(&m);
}

/* ---- places ---- */

/* Line k stores the number 1000 + k. */
static void assert_places(const c_module *m, const char *file, uint32_t lines)
{
    uint32_t found = 0;
    LLVMValueRef f = find_function(m, "main");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            assert_null(LLVMIsADbgInfoIntrinsic(i));
            if (!LLVMIsAStoreInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0))) continue;
            uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
            if (number < 1000) continue;
            place p = c_module_place(m, i);
            assert_string_equal(p.file, file);
            assert_int_equal(p.line, number - 1000);
            assert_int_equal(p.column, 3 + (number - 1000) % 7);
            found++;
        }
    assert_int_equal(found, lines);
    place p = c_module_function_place(m, f);
    assert_string_equal(p.file, file);
    assert_int_equal(p.line, 2);
    p = c_module_variable_place(m, find_alloca(f, "x"));
    assert_string_equal(p.file, file);
    assert_int_equal(p.line, 3);
    assert_int_equal(p.column, 5);
    p = c_module_variable_place(m, find_global(m, "g"));
    assert_string_equal(p.file, file);
    assert_int_equal(p.line, 1);
}

static void print_lines(text *source, uint32_t first, uint32_t last)
{
    text_adds(source, "int g;\nint main(void) {\nint x;\n");
    for (uint32_t k = first; k <= last; k++)
        text_printf(source, "%*sx = %u;%s\n", (int)(k % 7), "", 1000 + k, k % 5 ? "" : " if (g) { g--;");
    for (uint32_t k = first; k <= last; k++)
        if (k % 5 == 0) text_addc(source, '}');
    text_adds(source, "\nreturn x; }\n");
}

static void test_places(void **state)
{
    (void)state;
    text source;
    text_init(&source);
    print_lines(&source, 4, 400);
    char *path = write_file("places.c", source.data), *message;
    char *ll = scratch_file(&folder, "again.ll"), *bc = scratch_file(&folder, "again.bc");
    c_module_options options = {.bits = 64};
    c_module m = load_with((const char *const[]){path}, 1, &options);
    assert_places(&m, path, 397);
    /* the same from the module itself, as text and as bitcode */
    assert_int_equal(LLVMPrintModuleToFile(m.module, ll, &message), 0);
    assert_int_equal(LLVMWriteBitcodeToFile(m.module, bc), 0);
    c_module_release(&m);
    for (int i = 0; i < 2; i++) {
        m = load_with((const char *const[]){i ? ll : bc}, 1, &options);
        assert_places(&m, path, 397);
        c_module_release(&m);
    }
    free(ll);
    free(bc);
    free(path);
    text_release(&source);
}

/* A preprocessed file speaks of the source it was made of. */
static void test_preprocessed(void **state)
{
    (void)state;
    text source;
    text_init(&source);
    text_adds(&source, "\n\n# 1 \"elsewhere/origin.c\"\n");
    print_lines(&source, 4, 20);
    c_module m = load("made.i", source.data, 32);
    assert_places(&m, "elsewhere/origin.c", 17);
    c_module_release(&m);
    text_release(&source);
}

/* File names are as they were given, from wherever; names in bitcode from another folder still lead to the file. */
static void test_relative_names(void **state)
{
    (void)state;
    char *before = getcwd(NULL, 0), *path = write_file("-relative.c", "int main(void) { return 0; }\n");
    char *sub = scratch_file(&folder, "sub");
    assert_int_equal(chdir(folder.path), 0);
    c_module_options options = {.bits = 64};
    static const char *const NAMES[] = {"-relative.c", "./-relative.c", "../"};
    for (int i = 0; i < 3; i++) {
        char name[256];
        const char *last = strrchr(folder.path, '/');
        snprintf(name, sizeof name, "%s%s%s", NAMES[i], i == 2 ? last + 1 : "", i == 2 ? "/-relative.c" : "");
        c_module m = load_with((const char *const[]){name}, 1, &options);
        place p = c_module_function_place(&m, find_function(&m, "main"));
        assert_string_equal(p.file, i == 2 ? name : "./-relative.c");
        c_module_release(&m);
    }
    char *clang = process_find("clang-19");
    text said;
    text_init(&said);
    assert_non_null(clang);
    const char *const command[] = {clang, "-g", "-c", "-emit-llvm", "-o", "r.bc", "./-relative.c", NULL};
    process_result r = process_run(command, &(limits){0}, &said);
    assert_int_equal(r.end, PROCESS_EXITED);
    assert_int_equal(r.code, 0);
    assert_int_equal(mkdir(sub, 0700), 0);
    assert_int_equal(chdir(sub), 0);
    c_module m = load_with((const char *const[]){"../r.bc"}, 1, &options);
    assert_string_equal(c_module_function_place(&m, find_function(&m, "main")).file, path);
    c_module_release(&m);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(rmdir(sub), 0);
    text_release(&said);
    free(clang);
    free(sub);
    free(path);
    free(before);
}

/* ---- dialects and flags ---- */

static void test_older_dialects(void **state)
{
    (void)state;
    c_module m = load("old.c",
                      "counter = 1;\n"
                      "add(a, b) int a; char b; { return a + b; }\n"
                      "inline twice(x) { return 2 * x; }\n"
                      "void handler(int *p) {}\n"
                      "void (*table)(char *) = handler;\n"
                      "nothing() { return; }\n"
                      "int main() { int *p = 5; char c = p; long l = undeclared(p, c); p = l; twice(1); if (c) return;\n"
                      "             return add(l, c); }\n",
                      64);
    assert_string_equal(c_module_variable_name(&m, find_alloca(find_function(&m, "add"), "b.addr")), "b");
    assert_true(LLVMIsDeclaration(find_function(&m, "undeclared")));
    assert_true(LLVMIsDeclaration(find_function(&m, "twice"))); /* C11 6.7.4: this is no external definition */
    c_module_release(&m);
    char *path = write_file("inline.c", "inline int twice(int x) { return 2 * x; }\nint main(void) { return twice(1); }\n");
    const char *flag = "-fgnu89-inline";
    m = load_with((const char *const[]){path}, 1, &(c_module_options){.bits = 64, .flags = &flag, .n_flags = 1});
    assert_false(LLVMIsDeclaration(find_function(&m, "twice")));
    c_module_release(&m);
    free(path);
}

static void test_deep_nesting(void **state)
{
    (void)state;
    enum { DEPTH = 3000 };
    text source;
    text_init(&source);
    text_adds(&source, "int f(int x) { return ");
    for (int i = 0; i < DEPTH; i++) text_adds(&source, "(1 + ");
    text_addc(&source, 'x');
    for (int i = 0; i < DEPTH; i++) text_addc(&source, ')');
    text_adds(&source, "; }\nint g(int x) ");
    for (int i = 0; i < DEPTH; i++) text_adds(&source, "{ ");
    text_adds(&source, "return x;");
    for (int i = 0; i < DEPTH; i++) text_addc(&source, '}');
    c_module m = load("deep.c", source.data, 64);
    c_module_release(&m);
    text_release(&source);
}

static void test_many_variables(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    text source;
    text_init(&source);
    text_adds(&source, "int main(void) {\n");
    for (int i = 0; i < MANY; i++) text_printf(&source, "unsigned v%d = %d; if (v%d) { int w%d = 1; }\n", i, i, i, i);
    text_adds(&source, "return 0; }\n");
    c_module m = load("many.c", source.data, 64);
    size_t named = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(find_function(&m, "main"))); i; i = LLVMGetNextInstruction(i)) {
        const char *name = LLVMIsAAllocaInst(i) ? c_module_variable_name(&m, i) : NULL;
        if (!name) continue;
        named++;
        assert_int_equal(c_module_variable_type(&m, i).is_signed, name[0] == 'w');
        assert_int_equal(c_module_variable_place(&m, i).line, 2 + atoi(name + 1));
    }
    assert_int_equal(named, 2 * MANY);
    c_module_release(&m);
    text_release(&source);
}

static void test_flags(void **state)
{
    (void)state;
    char *header = write_file("known.h", "#define KNOWN 42\n");
    char *path = write_file("flags.c", "#include <known.h>\nint g = KNOWN + EXTRA;\n#if __STDC_VERSION__ < 201112L\n#error old\n#endif\n");
    text include;
    text_init(&include);
    text_printf(&include, "-I%s", folder.path);
    const char *flags[] = {include.data, "-DEXTRA=3", "-std=c11", "-O2"};
    c_module m = load_with((const char *const[]){path}, 1, &(c_module_options){.bits = 32, .flags = flags, .n_flags = 4});
    assert_int_equal(LLVMConstIntGetZExtValue(LLVMGetInitializer(find_global(&m, "g"))), 45);
    assert_int_equal(LLVMPointerSize(m.layout), 4);
    c_module_release(&m);
    const char *wrong[] = {include.data, "-DEXTRA=3", "-std=c11", "-fsyntax-only"};
    const char *older[] = {include.data, "-DEXTRA=3", "-std=gnu99"};
    c_module_options old = {.bits = 64, .flags = older, .n_flags = 3}, usual = {.bits = 64, .flags = flags, .n_flags = 2}, lost = {.bits = 64, .flags = flags + 1, .n_flags = 3};
    c_module_options no_output = {.bits = 64, .flags = wrong, .n_flags = 4};
    m = load_with((const char *const[]){path}, 1, &usual);
    c_module_release(&m);
    assert_refused((const char *const[]){path}, 1, &old, "flags.c:4:2: error: old");
    assert_refused((const char *const[]){path}, 1, &lost, "'known.h' file not found");
    assert_refused((const char *const[]){path}, 1, &no_output, "clang wrote no bitcode");
    text_release(&include);
    free(header);
    free(path);
}

/* ---- linking ---- */

static void test_linking(void **state)
{
    (void)state;
    char *a = write_file("a.c", "static int own; extern int shared; int from_b(int); int main(void) { own++; return from_b(shared); }\n");
    char *b = write_file("b.c", "static long own; int shared = 7; int from_b(int x) { own += x; return own; }\n");
    char *c = write_file("c.c", "\nint other;\nint from_b(int x) { return x; }\n"), *d = write_file("d.c", "\n\nint shared = 8;\n");
    c_module_options options = {.bits = 64};
    c_module m = load_with((const char *const[]){a, b}, 2, &options);
    assert_false(LLVMIsDeclaration(find_function(&m, "from_b")));
    size_t own = 0, bits = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m.module); g; g = LLVMGetNextGlobal(g)) {
        const char *name = c_module_variable_name(&m, g);
        if (strcmp(name, "own") != 0) continue;
        own++;
        bits += c_module_variable_type(&m, g).bits;
        assert_string_equal(c_module_variable_place(&m, g).file, c_module_variable_type(&m, g).bits == 64 ? b : a);
    }
    assert_int_equal(own, 2);
    assert_int_equal(bits, 32 + 64);
    c_module_release(&m);
    text expected;
    text_init(&expected);
    text_printf(&expected, "%s:3: error: `from_b' is defined here and in %s", c, b);
    assert_refused((const char *const[]){a, b, c}, 3, &options, expected.data);
    text_clear(&expected);
    text_printf(&expected, "%s:3: error: `shared' is defined here and in %s", d, b);
    assert_refused((const char *const[]){a, b, d}, 3, &options, expected.data);
    text_release(&expected);
    free(a);
    free(b);
    free(c);
    free(d);
}

/* ---- what is wrong with the input or the machine ---- */

static void test_bad_input(void **state)
{
    (void)state;
    c_module_options options = {.bits = 64};
    assert_refused(NULL, 0, &options, "no file given");
    assert_refused((const char *const[]){"does-not-exist.c"}, 1, &options, "does-not-exist.c: error: cannot be read: No such file");
    assert_source_refused("text.txt", "", "text.txt: error: not a file of C");
    assert_source_refused("wrong.c", "int main(void)\n{\n  return 0 +;\n}\n", "wrong.c:3:13: error: expected expression");
    assert_source_refused("wrong2.c", "#include \"nowhere.h\"\n", "wrong2.c:1:10: fatal error: 'nowhere.h' file not found");
    assert_source_refused("wrong.ll", "define i32 @f() {\n  ret i32 %x\n}\n", "wrong.ll:2:11: error: use of undefined value '%x'");
    assert_source_refused("wrong.bc", "BC nothing", "error:");
    assert_source_refused("empty.bc", "", "empty.bc: error: is empty");
    assert_source_refused("narrow.ll", "target datalayout = \"e-p:32:32\"\n", "was compiled for 32 bits, not 64");
    char *sub = scratch_file(&folder, "folder.c");
    assert_int_equal(mkdir(sub, 0700), 0);
    assert_refused((const char *const[]){sub}, 1, &options, "folder.c: error: is a folder");
    assert_int_equal(rmdir(sub), 0);
    free(sub);
}

static void test_empty_file(void **state)
{
    (void)state;
    c_module m = load("empty.c", "", 64);
    assert_null(LLVMGetFirstFunction(m.module));
    c_module_release(&m);
}

static void test_bad_environment(void **state)
{
    (void)state;
    char *path = write_file("fine.c", "int main(void) { return 0; }\n");
    char *before = alloc_string(getenv("PATH"), strlen(getenv("PATH")));
    c_module_options options = {.bits = 64};
    volatile sig_atomic_t stop = 1;
    assert_refused((const char *const[]){path}, 1, &(c_module_options){.bits = 64, .limits = {.stop = &stop}}, "the time was over");
    setenv("PATH", folder.path, 1);
    assert_refused((const char *const[]){path}, 1, &options, "install the package clang-19");
    setenv("PATH", before, 1);
    setenv("TMPDIR", path, 1);
    assert_refused((const char *const[]){path}, 1, &options, "set TMPDIR to a folder that can be written");
    setenv("TMPDIR", temporary.path, 1);
    free(before);
    free(path);
}

static int make_folders(void **state)
{
    (void)state;
    diag error;
    diag_init(&error);
    if (!scratch_init(&folder, &error) || !scratch_init(&temporary, &error)) return -1;
    return setenv("TMPDIR", temporary.path, 1);
}

static int remove_folders(void **state)
{
    (void)state;
    scratch_release(&folder);
    scratch_release(&temporary);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_declared_types),
        cmocka_unit_test(test_char_follows_the_flags),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_special_members),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_preprocessed),
        cmocka_unit_test(test_relative_names),
        cmocka_unit_test(test_older_dialects),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_many_variables),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_linking),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_empty_file),
        cmocka_unit_test(test_bad_environment),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
