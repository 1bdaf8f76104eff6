#include "front/llvm/library/format.h"

#include "base/vec.h"
#include "front/llvm/library/constant_text.h"
#include "front/llvm/library/format_internal.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

VEC_DECLARE(call_vec, LLVMValueRef);

/* ---- parts of formats ---- */

format_length format_parse_length(const char **at)
{
    static const struct {
        const char *text;
        format_length length;
    } LENGTHS[] = {{"hh", LENGTH_HH}, {"h", LENGTH_H},    {"ll", LENGTH_LL},   {"l", LENGTH_L},          {"q", LENGTH_LL},
                   {"j", LENGTH_LL},  {"z", LENGTH_WORD}, {"t", LENGTH_WORD}, {"L", LENGTH_LONG_DOUBLE}};
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        size_t n = strlen(LENGTHS[i].text);
        if (strncmp(*at, LENGTHS[i].text, n) != 0) continue;
        *at += n;
        return LENGTHS[i].length;
    }
    return LENGTH_NONE;
}

bool format_parse_number(const char **at, int *number)
{
    enum { LARGEST = 1 << 24 };
    *number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        *number = *number * 10 + (**at - '0');
        if (*number >= LARGEST) return false;
    }
    return true;
}

unsigned format_integer_bits(const format_call *c, format_length length)
{
    switch (length) {
    case LENGTH_HH: return 8;
    case LENGTH_H: return 16;
    case LENGTH_NONE: return 32;
    case LENGTH_LL: return 64;
    case LENGTH_L: /* long is as wide as size_t */
    case LENGTH_WORD: return LLVMGetIntTypeWidth(c->word);
    case LENGTH_LONG_DOUBLE: break;
    }
    return 0;
}

/* ---- values ---- */

LLVMValueRef format_argument(const format_call *c, unsigned i)
{
    return i < LLVMGetNumArgOperands(c->call) ? LLVMGetOperand(c->call, i) : NULL;
}

bool format_is_int(LLVMValueRef v, unsigned bits)
{
    return v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == bits;
}

bool format_is_pointer(LLVMValueRef v) { return v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

LLVMValueRef format_int(const format_call *c, int64_t v) { return LLVMConstInt(c->i32, (uint64_t)v, true); }

LLVMValueRef format_step(const format_call *c, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned n)
{
    enum { MOST = 12 };
    LLVMTypeRef types[MOST];
    assert(n <= MOST);
    for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef function = LLVMGetNamedFunction(c->module, name);
    if (!function) function = LLVMAddFunction(c->module, name, type);
    return LLVMBuildCall2(c->build, type, function, arguments, n, "");
}

void format_do(const format_call *c, const char *name, LLVMValueRef *arguments, unsigned n)
{
    format_step(c, name, LLVMVoidTypeInContext(c->context), arguments, n);
}

/* The string that stands for those that are read already. */
static LLVMValueRef other_string(const format_call *c)
{
    static const char NAME[] = "latch.read";
    LLVMValueRef string = LLVMGetNamedGlobal(c->module, NAME);
    if (string) return string;
    LLVMValueRef contents = LLVMConstStringInContext2(c->context, "?", 1, false);
    string = LLVMAddGlobal(c->module, LLVMTypeOf(contents), NAME);
    LLVMSetInitializer(string, contents);
    LLVMSetGlobalConstant(string, true);
    LLVMSetLinkage(string, LLVMInternalLinkage);
    return string;
}

static bool is_constant_text(LLVMValueRef pointer)
{
    text ignored;
    text_init(&ignored);
    bool is_constant = constant_text(pointer, &ignored);
    text_release(&ignored);
    return is_constant;
}

void format_read_here(const format_call *c, unsigned i, const char *reader, LLVMValueRef most)
{
    LLVMValueRef args[2] = {format_argument(c, i), most};
    if (is_constant_text(args[0])) return;
    format_do(c, reader, args, most ? 2 : 1);
    LLVMSetOperand(c->call, i, other_string(c));
}

bool format_is_result_used(const format_call *c) { return LLVMGetFirstUse(c->call) != NULL; }

/* ---- the functions ---- */

typedef struct family_member {
    const char *name;
    format_end end;
    unsigned format; /* the argument */
} family_member;

static const family_member MEMBERS[] = {
    {"printf", END_STDOUT, 0},
    {"__printf_chk", END_STDOUT, 1},
    {"fprintf", END_STREAM, 1},
    {"__fprintf_chk", END_STREAM, 2},
    {"dprintf", END_DESCRIPTOR, 1},
    {"__dprintf_chk", END_DESCRIPTOR, 2},
    {"warn", END_DIAGNOSTIC, 0},
    {"warnx", END_DIAGNOSTIC, 0},
    {"err", END_LAST_DIAGNOSTIC, 1},
    {"errx", END_LAST_DIAGNOSTIC, 1},
    {"sprintf", END_BUFFER, 1},
    {"__sprintf_chk", END_BUFFER_CHECKED, 3},
    {"snprintf", END_BOUNDED, 2},
    {"__snprintf_chk", END_BOUNDED_CHECKED, 4},
    {"asprintf", END_ALLOCATED, 1},
    {"__asprintf_chk", END_ALLOCATED, 2},
    {"scanf", END_SCAN_STDIN, 0},
    {"fscanf", END_SCAN_STREAM, 1},
    {"sscanf", END_SCAN_STRING, 1},
};

static const char *without_prefix(const char *name, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 ? name + n : NULL;
}

/* Which function of the families this is, or NULL. */
static const family_member *find_member(const char *name, bool *is_c23)
{
    const char *c99 = without_prefix(name, "__isoc99_"), *c23 = without_prefix(name, "__isoc23_");
    const char *plain = c99 ? c99 : c23 ? c23 : name;
    *is_c23 = c23 != NULL;
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS; i++) {
        if (strcmp(plain, MEMBERS[i].name) == 0 && (plain == name || MEMBERS[i].end >= END_SCAN_STDIN)) return &MEMBERS[i];
    }
    return NULL;
}

static LLVMValueRef take_apart(format_call *c, const family_member *m)
{
    LLVMValueRef format = format_argument(c, m->format), result = NULL;
    text known;
    text_init(&known);
    c->is_understood = false;
    if (format_is_pointer(format) && constant_text(format, &known)) {
        c->end = m->end;
        c->format = known.data;
        c->first = m->format + 1;
        result = m->end >= END_SCAN_STDIN ? format_scan(c) : format_print(c);
    }
    text_release(&known);
    return result;
}

/* Nothing is written to a stream, but a character that has no bytes (%ls) is an error, too. */
static bool is_buffer(format_end end)
{
    return end == END_BUFFER || end == END_BUFFER_CHECKED || end == END_BOUNDED || end == END_BOUNDED_CHECKED;
}

/* A call that stays, and is not output without an effect: what it does to its stream, and to errno. */
static void note_effect(format_call *c, const family_member *m)
{
    LLVMValueRef stream = format_argument(c, 0);
    if (m->end == END_SCAN_STDIN) format_do(c, "latch_scan_stdin_somehow", NULL, 0);
    else if (m->end == END_SCAN_STRING) format_do(c, "latch_scan_string_somehow", NULL, 0);
    else if (m->end == END_SCAN_STREAM && format_is_pointer(stream)) format_do(c, "latch_scan_somehow", &stream, 1);
    else if (m->end == END_STREAM && format_is_pointer(stream)) format_do(c, "latch_format_write", &stream, 1);
    else if (m->end == END_STDOUT || is_buffer(m->end)) format_do(c, "latch_format_write_standard", NULL, 0);
}

/* ---- other variadic functions ---- */

static LLVMValueRef fixed_open(format_call *c)
{
    LLVMValueRef arguments[] = {format_argument(c, 0), format_argument(c, 1)};
    if (!format_is_pointer(arguments[0]) || !format_is_int(arguments[1], 32)) return NULL;
    return format_step(c, "latch_open", c->i32, arguments, 2);
}

static LLVMValueRef fixed_fcntl(format_call *c)
{
    enum { LAST_COMMAND = 4 }; /* F_SETFL: others take pointers */
    LLVMValueRef arguments[] = {format_argument(c, 0), format_argument(c, 1)};
    if (!format_is_int(arguments[0], 32) || !format_is_int(arguments[1], 32) || !LLVMIsAConstantInt(arguments[1])) return NULL;
    if (LLVMConstIntGetZExtValue(arguments[1]) > LAST_COMMAND) return NULL;
    return format_step(c, "latch_fcntl", c->i32, arguments, 2);
}

/* The front end has a form of these for calls whose result no one uses. */
static LLVMValueRef fixed_puts(format_call *c)
{
    LLVMValueRef string = format_argument(c, 0);
    if (!format_is_pointer(string)) return NULL;
    if (format_is_result_used(c)) return format_step(c, "latch_c_puts", c->i32, &string, 1);
    format_read_here(c, 0, "latch_format_read", NULL);
    format_do(c, "latch_format_write_standard", NULL, 0);
    return NULL;
}

static LLVMValueRef fixed_putchar(format_call *c)
{
    LLVMValueRef character = format_argument(c, 0);
    if (!format_is_int(character, 32)) return NULL;
    if (format_is_result_used(c)) return format_step(c, "latch_c_putchar", c->i32, &character, 1);
    format_do(c, "latch_format_write_standard", NULL, 0);
    return NULL;
}

/* What vprintf and vfprintf do to their stream; others, and these, may set errno. */
static LLVMValueRef fixed_vprintf(format_call *c, LLVMValueRef stream)
{
    if (stream && format_is_pointer(stream) && !format_is_standard_stream(stream)) format_do(c, "latch_format_write", &stream, 1);
    else format_do(c, "latch_format_write_standard", NULL, 0);
    return NULL;
}

static LLVMValueRef fixed_form(format_call *c, const char *name)
{
    static const char *const WITHOUT_STREAM[] = {"vprintf", "vsprintf", "vsnprintf", "swprintf"};
    for (size_t i = 0; i < sizeof WITHOUT_STREAM / sizeof *WITHOUT_STREAM; i++)
        if (strcmp(name, WITHOUT_STREAM[i]) == 0) return fixed_vprintf(c, NULL);
    if (strcmp(name, "vfprintf") == 0) return fixed_vprintf(c, format_argument(c, 0));
    if (strcmp(name, "puts") == 0) return fixed_puts(c);
    if (strcmp(name, "putchar") == 0) return fixed_putchar(c);
    if (strcmp(name, "open") == 0 || strcmp(name, "open64") == 0) return fixed_open(c);
    if (strcmp(name, "fcntl") == 0 || strcmp(name, "fcntl64") == 0) return fixed_fcntl(c);
    return NULL;
}

/* ---- variables of the library that functions change ---- */

/* The step says what becomes of the variables when one of the functions is called. */
typedef struct variable_change {
    const char *variables[4], *functions[12], *step;
} variable_change;

/* The environment is the first. */
static const variable_change CHANGES[] = {
    {{"environ", "__environ", "_environ"}, {"setenv", "unsetenv", "putenv", "clearenv"}, "latch_environ_changes"},
    {{"timezone", "daylight", "tzname"},
     {"tzset", "localtime", "localtime_r", "gmtime", "gmtime_r", "mktime", "timelocal", "timegm", "ctime", "strftime"},
     "latch_zone_changes"},
};

static bool uses_variable(LLVMModuleRef module, const variable_change *v)
{
    for (size_t i = 0; v->variables[i]; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(module, v->variables[i]);
        if (variable && LLVMIsDeclaration(variable)) return true;
    }
    return false;
}

/* The third argument of main is the environment, too. */
static bool main_has_environment(LLVMModuleRef module)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, "main");
    return f && LLVMCountParams(f) > 2;
}

static void note_variables(format_call *c, const char *name)
{
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        bool is_used = uses_variable(c->module, &CHANGES[i]) || (i == 0 && main_has_environment(c->module));
        for (const char *const *f = CHANGES[i].functions; is_used && *f; f++) {
            if (strcmp(*f, name) == 0) format_do(c, CHANGES[i].step, NULL, 0);
        }
    }
}

/* ---- the pass ---- */

static void expand_call(format_call *c)
{
    LLVMValueRef called = LLVMGetCalledValue(c->call);
    if (!LLVMIsAFunction(called) || !LLVMIsDeclaration(called)) return;
    size_t length;
    const char *name = LLVMGetValueName2(called, &length);
    LLVMPositionBuilderBefore(c->build, c->call);
    LLVMSetCurrentDebugLocation2(c->build, LLVMInstructionGetDebugLoc(c->call));
    const family_member *m = find_member(name, &c->is_c23);
    c->name = name;
    note_variables(c, name);
    if (format_is_result_used(c) && LLVMTypeOf(c->call) != c->i32) return; /* declared otherwise */
    LLVMValueRef result = m ? take_apart(c, m) : fixed_form(c, name);
    if (!result) {
        if (m) note_effect(c, m);
        if (m && !c->is_understood) format_do(c, m->end >= END_SCAN_STDIN ? "latch_scan_unchecked" : "latch_format_unchecked", NULL, 0);
        return;
    }
    if (format_is_result_used(c)) LLVMReplaceAllUsesWith(c->call, result);
    LLVMInstructionEraseFromParent(c->call);
}

static void add_calls(LLVMValueRef function, call_vec *calls)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i)) call_vec_push(calls, i);
        }
    }
}

void format_expand(LLVMModuleRef module, LLVMTargetDataRef layout)
{
    format_call c = {.module = module, .context = LLVMGetModuleContext(module)};
    c.build = LLVMCreateBuilderInContext(c.context);
    c.pointer = LLVMPointerTypeInContext(c.context, 0);
    c.i8 = LLVMInt8TypeInContext(c.context);
    c.i32 = LLVMInt32TypeInContext(c.context);
    c.i64 = LLVMInt64TypeInContext(c.context);
    c.word = LLVMIntPtrTypeInContext(c.context, layout);
    call_vec calls;
    call_vec_init(&calls);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) add_calls(f, &calls);
    for (size_t i = 0; i < calls.size; i++) {
        c.call = calls.data[i];
        expand_call(&c);
    }
    call_vec_release(&calls);
    LLVMDisposeBuilder(c.build);
}
