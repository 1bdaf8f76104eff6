#include "validate/harness.h"

#include "base/map.h"
#include "validate/harness_outside.h"

#include <stdlib.h>
#include <string.h>

/* ---- inputs by calls ---- */

/* Every definition is weak: where the program has its own, that one counts. */
static const char *const PROLOGUE =
    "/* Feeds a program the inputs of a run. Made by Latch; compile it together with the program. */\n"
    "#define _GNU_SOURCE\n"
    "#undef _FEATURES_H /* a header that the user's options include may have come first */\n"
    "#include <features.h>\n"
    "#include <stdio.h>\n"
    "#include <sys/syscall.h>\n"
    "#include <unistd.h>\n"
    "#define WEAK __attribute__((weak))\n"
    "extern char **environ;\n"
    "\n"
    "/* Where it is said how the run ends: in a replay that judges, a file of its own, with a word that the program does not know. What the program\n"
    "   prints is no report then. Nothing of the library is used that a program may have its own version of. */\n"
    "#ifndef LATCH_SECRET\n"
    "#define LATCH_SECRET \"\"\n"
    "#define LATCH_REPORT 2\n"
    "#endif\n"
    "WEAK void __sanitizer_set_report_fd(void *file);\n"
    "WEAK void __sanitizer_set_death_callback(void (*callback)(void));\n"
    "static void latch_say(const char *words)\n"
    "{\n"
    "    long n = 0;\n"
    "    while (words[n]) n++;\n"
    "    (void)syscall(SYS_write, (long)LATCH_REPORT, words, n);\n"
    "}\n"
    "static void latch_say_number(unsigned long n)\n"
    "{\n"
    "    char digit[2] = {(char)('0' + n % 10), 0};\n"
    "    if (n > 9) latch_say_number(n / 10);\n"
    "    latch_say(digit);\n"
    "}\n"
    "static void latch_died(void) { latch_say(\"\\nlatch: \" LATCH_SECRET \"sanitizer\\n\"); }\n"
    "__attribute__((constructor(101))) static void latch_watch(void)\n"
    "{\n"
    "    if (LATCH_REPORT == 2) return;\n"
    "    if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void *)(long)LATCH_REPORT);\n"
    "    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(latch_died);\n"
    "}\n"
    "#define LATCH_CALLER ((unsigned long)__builtin_return_address(0))\n"
    "/* One of column and caller is known: not 0. */\n"
    "static void latch_failed(const char *what, const char *file, unsigned line, unsigned column, unsigned long caller)\n"
    "{\n"
    "    fflush(stdout);\n"
    "    latch_say(\"\\nlatch: \" LATCH_SECRET \"violated: \");\n"
    "    latch_say(what);\n"
    "    latch_say(\" at \");\n"
    "    latch_say(file);\n"
    "    latch_say(\":\");\n"
    "    latch_say_number(line);\n"
    "    if (column) {\n"
    "        latch_say(\":\");\n"
    "        latch_say_number(column);\n"
    "    }\n"
    "    if (caller && LATCH_REPORT != 2) {\n"
    "        latch_say(\"\\nlatch: \" LATCH_SECRET \"caller: \");\n"
    "        latch_say_number(caller);\n"
    "    }\n"
    "    latch_say(\"\\n\");\n"
    "    _exit(77);\n"
    "}\n"
    "WEAK void reach_error(void) { latch_failed(\"reach_error\", \"\", 0, 0, LATCH_CALLER); }\n"
    "WEAK void __VERIFIER_error(void) { latch_failed(\"__VERIFIER_error\", \"\", 0, 0, LATCH_CALLER); }\n"
    "static void latch_assert_failed(const char *expression, const char *file, unsigned line, unsigned long caller)\n"
    "{\n"
    "    latch_failed(expression ? expression : \"assert\", file ? file : \"\", line, 0, caller);\n"
    "}\n"
    "WEAK void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)\n"
    "{\n"
    "    latch_assert_failed(expression, file, line, LATCH_CALLER);\n"
    "}\n"
    "WEAK void __assert(const char *expression, const char *file, int line)\n"
    "{\n"
    "    latch_assert_failed(expression, file, (unsigned)line, LATCH_CALLER);\n"
    "}\n"
    "WEAK void __assert_rtn(const char *function, const char *file, int line, const char *expression)\n"
    "{\n"
    "    latch_assert_failed(expression, file, (unsigned)line, LATCH_CALLER);\n"
    "}\n"
    "WEAK void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)\n"
    "{\n"
    "    latch_assert_failed(\"assert_perror\", file, line, LATCH_CALLER);\n"
    "}\n"
    "WEAK void __VERIFIER_assert(int condition) { if (!condition) latch_failed(\"__VERIFIER_assert\", \"\", 0, 0, LATCH_CALLER); }\n"
    "WEAK void __VERIFIER_assume(int condition) { if (!condition) _exit(78); }\n"
    "WEAK void assume_abort_if_not(int condition) { if (!condition) _exit(78); }\n"
    "#ifndef LATCH_SANITIZER_OPTIONS\n"
    "#define LATCH_SANITIZER_OPTIONS \"detect_leaks=0:handle_abort=0\"\n"
    "#endif\n"
    "const char *__asan_default_options(void)\n"
    "{\n"
    "    return \"detect_stack_use_after_return=1:allocator_may_return_null=1:\" LATCH_SANITIZER_OPTIONS;\n"
    "}\n"
    "/* What is still there is a leak, whoever points to it. */\n"
    "const char *__lsan_default_options(void) { return \"use_globals=0:use_stacks=0:use_registers=0:use_tls=0\"; }\n"
    "static void latch_no_input(const char *function)\n"
    "{\n"
    "    latch_say(\"\\nlatch: \" LATCH_SECRET \"no more inputs for \");\n"
    "    latch_say(function);\n"
    "    latch_say(\"\\n\");\n"
    "    _exit(79);\n"
    "}\n\n";

static const char *c_type_name(const replay_value *v)
{
    if (v->is_pointer) return "void *";
    if (v->is_float) return v->width == 32 ? "float" : "double";
    switch (v->width) {
    case 1: return "_Bool";
    case 8: return v->is_signed ? "signed char" : "unsigned char";
    case 16: return v->is_signed ? "short" : "unsigned short";
    case 32: return v->is_signed ? "int" : "unsigned int";
    case 64: return v->is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

/* The bits of the value, as an unsigned constant: every compiler converts that back to the same bits. */
static void print_value(text *out, const term_store *ts, const replay_value *v)
{
    rat bits, size;
    rat_init(&bits);
    rat_init(&size);
    rat_set_pow2(&size, 64);
    rat_mod_euclid(&bits, term_number(ts, v->value), &size);
    rat_print(out, &bits);
    text_adds(out, "ull");
    rat_release(&bits);
    rat_release(&size);
}

static void print_function(text *out, const term_store *ts, const replay_value *values, size_t n, size_t first)
{
    const replay_value *f = &values[first];
    const char *type = c_type_name(f);
    text_printf(out, "WEAK %s%s%s()\n{\n    static const unsigned long long values[] = {", type, f->is_pointer ? "" : " ", f->function);
    size_t count = 0;
    for (size_t i = first; i < n; i++) {
        if (strcmp(values[i].function, f->function) || term_is_none(values[i].value)) continue;
        if (count++) text_adds(out, ", ");
        print_value(out, ts, &values[i]);
    }
    text_printf(out, "};\n    static unsigned next;\n    if (next == %zu) latch_no_input(\"%s\");\n", count, f->function);
    if (f->is_float) text_printf(out, "    union { unsigned %s bits; %s number; } v = { values[next++] };\n    return v.number;\n}\n", f->width == 32 ? "int" : "long long", type);
    else text_printf(out, "    return (%s)%svalues[next++];\n}\n", type, f->is_pointer ? "(unsigned long)" : "");
}

/* A function that is called through a pointer from outside has no name that the harness could define. */
static bool has_name(const replay_value *v)
{
    return !strchr(v->function, ' ');
}

bool harness_print_plain(text *out, const term_store *ts, const replay_value *values, size_t n, const event_vec *events, text *why)
{
    string_map seen;
    string_map_init(&seen);
    text_adds(out, PROLOGUE);
    environment_print(out, events);
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        bool added, is_called = !term_is_none(values[i].value);
        if (!has_name(&values[i]) && !is_called) continue;
        string_map_put(&seen, values[i].function, &added);
        if (!added) continue;
        ok = has_name(&values[i]) && c_type_name(&values[i]) != NULL;
        if (ok)
            print_function(out, ts, values, n, i);
        else if (!has_name(&values[i]))
            text_printf(why, "it calls %s from outside, which a harness cannot define", values[i].function);
        else
            text_printf(why, "`%s' returns %u bits, which a harness cannot do", values[i].function, values[i].width);
    }
    string_map_release(&seen);
    return ok;
}

/* ---- everything, in order ---- */

static const char *const UNSET_PROLOGUE =
    "#include <sys/mman.h>\n"
    "#include <sys/syscall.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#ifndef SYS_mmap2\n"
    "#define SYS_mmap2 SYS_mmap\n"
    "#endif\n"
    "\n"
    "/* What memory holds that the program did not set, and the values from outside, in the order of the run. */\n"
    "struct latch_piece { unsigned long long offset, stride, count, low, high; unsigned size, unknown, foreign, node; };\n"
    "struct latch_object { unsigned site, exists, role, changes, foreign, first, count; };\n"
    "/* Memory that is no object of the program: addresses of the run from `low` on are bytes from `start` on. A fixed one is there itself. */\n"
    "struct latch_area { unsigned node, fixed; unsigned long long low, high; unsigned char *start; };\n"
    "struct latch_foreign { unsigned node; unsigned long long low, high; unsigned first, count; };\n"
    "/* A pointer to the program's object `target`, at an offset of another one or of foreign memory. */\n"
    "struct latch_own { unsigned foreign, role, holder, target; unsigned long long offset, in_target; };\n";

static const char *const UNSET_MEMORY =
    "static unsigned latch_now;\n"
    "static const struct latch_object *latch_next(unsigned site)\n"
    "{\n"
    "    if (latch_now == LATCH_OBJECTS || latch_objects[latch_now].site != site) {\n"
    "        latch_say(\"\\nlatch: \" LATCH_SECRET \"something else appears than unset object \");\n"
    "        latch_say_number(latch_now);\n"
    "        latch_say(\"\\n\");\n"
    "        _exit(79);\n"
    "    }\n"
    "    return &latch_objects[latch_now++];\n"
    "}\n"
    "static unsigned char *latch_area(unsigned node, unsigned long long address)\n"
    "{\n"
    "    for (const struct latch_area *a = latch_areas; a->start; a++)\n"
    "        if (a->node == node && a->low <= address && address < a->high) return a->start + (address - a->low);\n"
    "    return NULL;\n"
    "}\n"
    "static unsigned char latch_byte(const struct latch_piece *p, unsigned i)\n"
    "{\n"
    "    unsigned long long address = p->foreign ? (unsigned long)latch_area(p->node, p->low) : 0;\n"
    "    if (p->foreign) return (unsigned char)(i < 8 ? address >> 8 * i : 0);\n"
    "    float f = (float)LATCH_UNKNOWN;\n"
    "    double d = LATCH_UNKNOWN;\n"
    "    long double l = LATCH_UNKNOWN;\n"
    "    if (!p->unknown) return (unsigned char)(i < 8 ? p->low >> 8 * i : p->high >> 8 * (i - 8));\n"
    "    return p->size == sizeof f ? ((unsigned char *)&f)[i] : p->size == sizeof d ? ((unsigned char *)&d)[i] : i < sizeof l ? ((unsigned char *)&l)[i] : 0;\n"
    "}\n"
    "/* Bytes that are const: they are set once, and unseen functions do not change them. */\n"
    "static struct { unsigned site; unsigned long long from, to; } latch_fixeds[4096];\n"
    "static unsigned latch_n_fixed;\n"
    "void latch_fixed(unsigned site, unsigned long long from, unsigned long long to)\n"
    "{\n"
    "    if (latch_n_fixed == sizeof latch_fixeds / sizeof *latch_fixeds) latch_no_input(\"constants\");\n"
    "    latch_fixeds[latch_n_fixed].site = site;\n"
    "    latch_fixeds[latch_n_fixed].from = from;\n"
    "    latch_fixeds[latch_n_fixed++].to = to;\n"
    "}\n"
    "static int latch_is_fixed(const struct latch_object *o, unsigned long long at)\n"
    "{\n"
    "    for (unsigned i = 0; i < latch_n_fixed && o->changes && !o->foreign; i++)\n"
    "        if (latch_fixeds[i].site == latch_objects[o->changes - 1].site && at >= latch_fixeds[i].from && at < latch_fixeds[i].to) return 1;\n"
    "    return 0;\n"
    "}\n"
    "/* The bytes from `from` on. */\n"
    "static void latch_store(const struct latch_object *o, unsigned char *to, unsigned long long from, unsigned long long size)\n"
    "{\n"
    "    for (unsigned i = o->first; i < o->first + o->count; i++) {\n"
    "        const struct latch_piece *p = &latch_pieces[i];\n"
    "        for (unsigned long long k = 0, at = p->offset; k < p->count; k++, at += p->stride)\n"
    "            for (unsigned j = 0; j < p->size && j < 16; j++)\n"
    "                if (at + j >= from && at + j < size && !latch_is_fixed(o, at + j)) to[at + j] = latch_byte(p, j);\n"
    "    }\n"
    "}\n"
    "static void latch_fill(const struct latch_object *o, unsigned char *to, unsigned long long from, unsigned long long size)\n"
    "{\n"
    "    for (unsigned long long k = from; k < size; k++) to[k] = 0;\n"
    "    latch_store(o, to, from, size);\n"
    "}\n"
    "static int latch_has_page(const struct latch_area *before, unsigned long long page)\n"
    "{\n"
    "    for (const struct latch_area *a = latch_areas; a < before; a++)\n"
    "        if (a->start == (unsigned char *)(unsigned long)a->low && page + 4096 > a->low && page < a->high) return 1;\n"
    "    return 0;\n"
    "}\n"
    "/* False if there is something else in its place. */\n"
    "static int latch_place(struct latch_area *a)\n"
    "{\n"
    "    long how = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS | 0x100000; /* fixed, no replacement */\n"
    "    if (!a->fixed) return 1;\n"
    "    if (a->high - 1 > (unsigned long)-1) return 0;\n"
    "    for (unsigned long long page = a->low & ~4095ull; page < a->high; page += 4096)\n"
    "        if (!latch_has_page(a, page) && syscall(SYS_mmap2, (unsigned long)page, 4096L, how, flags, -1L, 0L) != (long)page) return 0;\n"
    "    a->start = (unsigned char *)(unsigned long)a->low;\n"
    "    return 1;\n"
    "}\n"
    "/* The system places things anew, if it can always the same way. A few times only: each one adds a variable. */\n"
    "static void latch_again(char **argv, char **envp)\n"
    "{\n"
    "    enum { MOST = 4096, TRIES = 16 };\n"
    "    static const char VARIABLE[] = \"LATCH_PLACED_AGAIN=\";\n"
    "    static const char *environment[MOST + 2];\n"
    "    unsigned n = 0, tries = 0;\n"
    "    for (; envp[n] && n < MOST; n++) {\n"
    "        unsigned k = 0;\n"
    "        while (VARIABLE[k] && envp[n][k] == VARIABLE[k]) k++;\n"
    "        tries += !VARIABLE[k];\n"
    "        environment[n] = envp[n];\n"
    "    }\n"
    "    if (tries >= TRIES) return;\n"
    "    environment[n] = VARIABLE;\n"
    "    (void)syscall(SYS_personality, 0x40000L);\n"
    "    (void)syscall(SYS_execve, \"/proc/self/exe\", argv, environment);\n"
    "}\n"
    "/* What was found first was there from the start. */\n"
    "__attribute__((constructor)) static void latch_start(int argc, char **argv, char **envp)\n"
    "{\n"
    "    int is_placed = 1;\n"
    "    for (struct latch_area *a = latch_areas; a->start; a++) is_placed &= latch_place(a);\n"
    "    if (!is_placed && argc > 0) latch_again(argv, envp);\n"
    "    for (unsigned i = LATCH_FOREIGN; i-- > 0;) {\n"
    "        const struct latch_foreign *f = &latch_foreigns[i];\n"
    "        struct latch_object o = {.exists = 1, .first = f->first, .count = f->count};\n"
    "        latch_fill(&o, latch_area(f->node, f->low), 0, f->high - f->low);\n"
    "    }\n"
    "}\n";

static const char *const UNSET_FUNCTIONS =
    "/* Where an object of the program is that has appeared. */\n"
    "static unsigned char *latch_places[LATCH_MOST];\n"
    "static unsigned char *latch_place_of(unsigned object) { return object < LATCH_MOST ? latch_places[object] : NULL; }\n"
    "static void latch_appears(const struct latch_object *o, void *object, unsigned long long size)\n"
    "{\n"
    "    unsigned now = (unsigned)(o - latch_objects);\n"
    "    if (now < LATCH_MOST) latch_places[now] = object;\n"
    "    latch_know(object, size, o->site, now, 0);\n"
    "    if (o->role >= LATCH_RETURNED) latch_reach(NULL), latch_point(now, object);\n"
    "    for (unsigned i = 0; i < LATCH_OWN && LATCH_TEST; i++) {\n"
    "        const struct latch_own *p = &latch_owns[i];\n"
    "        if (p->role >= LATCH_RETURNED && !p->foreign) continue;\n"
    "        if (p->target != now && (p->foreign || p->holder != now)) continue;\n"
    "        const struct latch_foreign *f = p->foreign ? &latch_foreigns[p->holder] : NULL;\n"
    "        unsigned char *holder = f ? latch_area(f->node, f->low) : latch_place_of(p->holder), *target = latch_place_of(p->target);\n"
    "        if (!holder || !target) continue;\n"
    "        target += p->in_target;\n"
    "        for (unsigned k = 0; k < sizeof target; k++) holder[p->offset + k] = ((unsigned char *)&target)[k];\n"
    "    }\n"
    "}\n"
    "void latch_unset(unsigned site, void *object, unsigned long long size)\n"
    "{\n"
    "    const struct latch_object *o = latch_next(site);\n"
    "    latch_fill(o, object, 0, size);\n"
    "    latch_appears(o, object, size);\n"
    "}\n"
    "void latch_supply(unsigned site, void *home, unsigned long long size)\n"
    "{\n"
    "    const struct latch_object *o = latch_next(site);\n"
    "    latch_fill(o, home, 0, size);\n"
    "    latch_appears(o, home, 0);\n"
    "}\n"
    "void latch_placed(unsigned site, void *object, unsigned long long size) { latch_appears(latch_next(site), object, size); }\n"
    "WEAK void __lsan_disable(void);\n"
    "WEAK void __lsan_enable(void);\n"
    "/* Hidden from LeakSanitizer, which takes these blocks for in use. */\n"
    "static struct latch_block { unsigned long hidden; unsigned long long size; struct latch_block *next; } *latch_blocks;\n"
    "static void *latch_keep(void *object, unsigned long long size)\n"
    "{\n"
    "    if (__lsan_disable) __lsan_disable();\n"
    "    struct latch_block *b = malloc(sizeof *b);\n"
    "    if (__lsan_enable) __lsan_enable();\n"
    "    *b = (struct latch_block){~(unsigned long)object, size, latch_blocks};\n"
    "    latch_blocks = b;\n"
    "    return object;\n"
    "}\n"
    "void *latch_allocated(unsigned site, void *object, unsigned long long size)\n"
    "{\n"
    "    const struct latch_object *o = latch_next(site);\n"
    "    if (!o->exists) free(object);\n"
    "    if (!o->exists || !object) return NULL;\n"
    "    if (o->count || LATCH_CLEARS) latch_fill(o, object, 0, size);\n"
    "    latch_appears(o, object, size);\n"
    "    return latch_keep(object, size);\n"
    "}\n"
    "void *latch_reallocate(unsigned site, void *old, unsigned long long size)\n"
    "{\n"
    "    const struct latch_object *o = latch_next(site);\n"
    "    const struct latch_block *b = latch_blocks;\n"
    "    while (b && b->hidden != ~(unsigned long)old) b = b->next;\n"
    "    unsigned long long kept = !old ? 0 : b ? b->size : size;\n"
    "    void *object = o->exists ? realloc(old, size) : NULL;\n"
    "    if (!object) return NULL;\n"
    "    latch_gone(old);\n"
    "    latch_fill(o, object, kept, size);\n"
    "    latch_appears(o, object, size);\n"
    "    return latch_keep(object, size);\n"
    "}\n"
    "void latch_undefined(unsigned long long is_undefined, const char *kind, const char *file, unsigned line, unsigned column)\n"
    "{\n"
    "    if (is_undefined && LATCH_TEST) _exit(80);\n"
    "    if (is_undefined) latch_failed(kind, file, line, column, 0);\n"
    "}\n"
    "/* Local variables whose end a sanitizer would not see. */\n"
    "void *latch_scope_begin(void *now, unsigned long long size)\n"
    "{\n"
    "    void *block = now;\n"
    "    if (__lsan_disable) __lsan_disable();\n"
    "    if (!now && posix_memalign(&block, 16, size ? size : 1) != 0) latch_no_input(\"local variables\");\n"
    "    if (__lsan_enable) __lsan_enable();\n"
    "    return block;\n"
    "}\n"
    "void *latch_scope_end(void *now)\n"
    "{\n"
    "    latch_gone(now);\n"
    "    free(now);\n"
    "    return NULL;\n"
    "}\n"
    "WEAK void latch_cover(unsigned goal, unsigned long long condition) { (void)goal, (void)condition; }\n";

static void print_unset_functions(text *out)
{
    text_adds(out, UNSET_MEMORY);
    harness_print_outside(out);
    text_adds(out, UNSET_FUNCTIONS);
}

static uint64_t own_offset(const unset_list *l, const unset_own *p)
{
    return p->target < l->objects.size ? p->address - l->objects.data[p->target].address : 0;
}

static void print_pieces(text *out, const unset_list *l)
{
    text_adds(out, "static const struct latch_piece latch_pieces[] = {\n");
    for (size_t i = 0; i < l->pieces.size; i++) {
        const unset_piece *p = &l->pieces.data[i];
        text_printf(out, "    {%luu, %luu, %luu, %luull, %luull, %u, %d, %d, %u},\n", (unsigned long)p->offset, (unsigned long)p->stride,
                    (unsigned long)p->count, (unsigned long)p->low, (unsigned long)p->high, p->size, p->is_unknown, p->is_foreign, p->node);
    }
    text_adds(out, "    {0}};\n");
}

static void print_objects(text *out, const unset_list *l)
{
    text_adds(out, "static const struct latch_object latch_objects[] = {\n");
    for (size_t i = 0; i < l->objects.size; i++) {
        const unset_object *o = &l->objects.data[i];
        text_printf(out, "    {%u, %d, %d, %zu, %d, %zu, %zu},\n", o->site, o->exists, (int)o->role, o->changes, o->changes_foreign, o->first, o->count);
    }
    text_adds(out, "    {0}};\n");
}

static int compare_foreign(const void *a, const void *b)
{
    const unset_foreign *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->low > y->low) - (x->low < y->low);
}

/* Memory that is no object of the program, in one piece. All of it is in one array, in the order of addresses, which are aligned as they are in
 * the run; around each area there are zeros, where the run has looked at nothing. */
typedef struct area {
    uint32_t node;
    bool is_fixed;
    uint64_t low, high;
    uint64_t offset; /* in the array */
} area;
VEC_DECLARE(area_vec, area);

static int compare_areas(const void *a, const void *b)
{
    const area *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

/* What is near each other in the run is one area, so that pointers into it keep their distance. The size of the array. */
static uint64_t collect_areas(const unset_list *l, area_vec *out)
{
    enum { NEAR = 4096, MARGIN = 1 << 14, ALIGNMENT = 64 };
    unset_foreign_vec sorted;
    unset_foreign_vec_init(&sorted);
    unset_foreign_vec_append(&sorted, l->foreign.data, l->foreign.size);
    if (sorted.size) qsort(sorted.data, sorted.size, sizeof *sorted.data, compare_foreign);
    for (size_t i = 0, next; i < sorted.size; i = next) {
        const unset_foreign *f = &sorted.data[i];
        area a = {f->node, f->is_fixed, f->low, f->high, 0};
        for (next = i + 1; next < sorted.size && sorted.data[next].node == a.node && sorted.data[next].low < a.high + NEAR; next++) {
            if (sorted.data[next].high > a.high) a.high = sorted.data[next].high;
            a.is_fixed |= sorted.data[next].is_fixed;
        }
        area_vec_push(out, a);
    }
    if (out->size) qsort(out->data, out->size, sizeof *out->data, compare_areas);
    uint64_t size = 0;
    for (size_t i = 0; i < out->size; i++) {
        area *a = &out->data[i];
        a->offset = size + MARGIN + a->low % ALIGNMENT;
        size = (a->offset + (a->high - a->low) + MARGIN + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    unset_foreign_vec_release(&sorted);
    return size;
}

static void print_areas(text *out, const unset_list *l)
{
    area_vec areas;
    area_vec_init(&areas);
    uint64_t size = collect_areas(l, &areas);
    text_printf(out, "static unsigned char latch_memory[%luu] __attribute__((aligned(64)));\n", (unsigned long)size + 1);
    text_adds(out, "static struct latch_area latch_areas[] = {\n");
    for (size_t i = 0; i < areas.size; i++) {
        const area *a = &areas.data[i];
        text_printf(out, "    {%u, %d, %luull, %luull, latch_memory + %luu},\n", a->node, a->is_fixed, (unsigned long)a->low, (unsigned long)a->high,
                    (unsigned long)a->offset);
    }
    text_adds(out, "    {0}};\n");
    area_vec_release(&areas);
}

static void print_foreign(text *out, const unset_list *l)
{
    print_areas(out, l);
    text_adds(out, "static const struct latch_foreign latch_foreigns[] = {\n");
    for (size_t i = 0; i < l->foreign.size; i++) {
        const unset_foreign *f = &l->foreign.data[i];
        text_printf(out, "    {%u, %luull, %luull, %zu, %zu},\n", f->node, (unsigned long)f->low, (unsigned long)f->high, f->first, f->count);
    }
    text_adds(out, "    {0}};\n");
}

static void print_own(text *out, const unset_list *l)
{
    text_adds(out, "static const struct latch_own latch_owns[] = {\n");
    for (size_t i = 0; i < l->own.size; i++) {
        const unset_own *p = &l->own.data[i];
        text_printf(out, "    {%d, %d, %zuu, %zuu, %luull, %luull},\n", p->in_foreign, (int)p->role, p->holder, p->target, (unsigned long)p->offset,
                    (unsigned long)own_offset(l, p));
    }
    text_adds(out, "    {0}};\n");
}

void harness_print_exact(text *out, const unset_list *l, const event_vec *events, const char *unknown, bool is_test)
{
    text_adds(out, PROLOGUE);
    environment_print(out, events);
    text_adds(out, UNSET_PROLOGUE);
    text_printf(out, "enum { LATCH_OBJECTS = %zu, LATCH_FOREIGN = %zu, LATCH_OWN = %zu, LATCH_MOST = %zu };\n#define LATCH_UNKNOWN %s\n#define LATCH_TEST %d\n",
                l->objects.size, l->foreign.size, l->own.size, l->objects.size + 1, unknown, is_test);
    print_pieces(out, l);
    print_objects(out, l);
    print_foreign(out, l);
    print_own(out, l);
    print_unset_functions(out);
}

/* ---- tables ---- */

/* Nothing of the library is used that a program may have its own version of. */
static const char *const READER =
    "#include <fcntl.h>\n"
    "static unsigned latch_n_objects, latch_n_pieces, latch_n_foreign, latch_n_areas, latch_n_own;\n"
    "static double latch_unknown;\n"
    "static struct latch_piece *latch_pieces;\n"
    "static struct latch_object *latch_objects;\n"
    "static struct latch_foreign *latch_foreigns;\n"
    "static struct latch_area *latch_areas;\n"
    "static struct latch_own *latch_owns;\n"
    "static struct latch_event { int kind; long long value; } *latch_events;\n"
    "static unsigned latch_n_events;\n"
    "static const char *latch_at;\n"
    "#define LATCH_OBJECTS latch_n_objects\n"
    "#define LATCH_FOREIGN latch_n_foreign\n"
    "#define LATCH_OWN latch_n_own\n"
    "#define LATCH_MOST (1 << 16)\n"
    "#define LATCH_UNKNOWN latch_unknown\n"
    "#define LATCH_TEST 1\n"
    "static void *latch_map(unsigned long size, int flags, int file)\n"
    "{\n"
    "    long at = syscall(SYS_mmap2, 0L, size, (long)(PROT_READ | PROT_WRITE), (long)flags, (long)file, 0L);\n"
    "    if (at == -1) syscall(SYS_exit_group, 127L);\n"
    "    return (void *)at;\n"
    "}\n"
    "static void *latch_array(unsigned long size) { return latch_map(size + 4096, MAP_PRIVATE | MAP_ANONYMOUS, -1); }\n"
    "static unsigned long long latch_number(void)\n"
    "{\n"
    "    unsigned long long n = 0;\n"
    "    while (*latch_at == ' ' || *latch_at == '\\n') latch_at++;\n"
    "    for (; *latch_at >= '0' && *latch_at <= '9'; latch_at++) n = 10 * n + (unsigned long long)(*latch_at - '0');\n"
    "    return n;\n"
    "}\n"
    "#define LATCH_NEXT(x) ((x) = (__typeof__(x))latch_number())\n"
    "__attribute__((constructor(102))) static void latch_read(void)\n"
    "{\n"
    "    long file = syscall(SYS_open, LATCH_TABLE, (long)O_RDONLY);\n"
    "    unsigned i;\n"
    "    latch_at = (const char *)syscall(SYS_mmap2, 0L, 1L << 28, (long)PROT_READ, (long)MAP_PRIVATE, file, 0L);\n"
    "    if (file < 0 || latch_at == (const char *)-1) syscall(SYS_exit_group, 127L);\n"
    "    latch_unknown = latch_unknowns[latch_number()];\n"
    "    LATCH_NEXT(latch_n_pieces), LATCH_NEXT(latch_n_objects), LATCH_NEXT(latch_n_foreign), LATCH_NEXT(latch_n_areas), LATCH_NEXT(latch_n_own);\n"
    "    latch_pieces = latch_array((latch_n_pieces + 1) * sizeof *latch_pieces);\n"
    "    latch_objects = latch_array((latch_n_objects + 1) * sizeof *latch_objects);\n"
    "    latch_foreigns = latch_array((latch_n_foreign + 1) * sizeof *latch_foreigns);\n"
    "    latch_areas = latch_array((latch_n_areas + 1) * sizeof *latch_areas);\n"
    "    latch_owns = latch_array((latch_n_own + 1) * sizeof *latch_owns);\n"
    "    unsigned char *memory = latch_array((unsigned long)latch_number());\n"
    "    for (i = 0; i < latch_n_pieces; i++) {\n"
    "        struct latch_piece *p = &latch_pieces[i];\n"
    "        LATCH_NEXT(p->offset), LATCH_NEXT(p->stride), LATCH_NEXT(p->count), LATCH_NEXT(p->low), LATCH_NEXT(p->high);\n"
    "        LATCH_NEXT(p->size), LATCH_NEXT(p->unknown), LATCH_NEXT(p->foreign), LATCH_NEXT(p->node);\n"
    "    }\n"
    "    for (i = 0; i < latch_n_objects; i++) {\n"
    "        struct latch_object *o = &latch_objects[i];\n"
    "        LATCH_NEXT(o->site), LATCH_NEXT(o->exists), LATCH_NEXT(o->role), LATCH_NEXT(o->changes), LATCH_NEXT(o->foreign), LATCH_NEXT(o->first), LATCH_NEXT(o->count);\n"
    "    }\n"
    "    for (i = 0; i < latch_n_foreign; i++) {\n"
    "        struct latch_foreign *f = &latch_foreigns[i];\n"
    "        LATCH_NEXT(f->node), LATCH_NEXT(f->low), LATCH_NEXT(f->high), LATCH_NEXT(f->first), LATCH_NEXT(f->count);\n"
    "    }\n"
    "    for (i = 0; i < latch_n_areas; i++) {\n"
    "        struct latch_area *a = &latch_areas[i];\n"
    "        LATCH_NEXT(a->node), LATCH_NEXT(a->fixed), LATCH_NEXT(a->low), LATCH_NEXT(a->high);\n"
    "        a->start = memory + latch_number();\n"
    "    }\n"
    "    for (i = 0; i < latch_n_own; i++) {\n"
    "        struct latch_own *p = &latch_owns[i];\n"
    "        LATCH_NEXT(p->foreign), LATCH_NEXT(p->role), LATCH_NEXT(p->holder), LATCH_NEXT(p->target), LATCH_NEXT(p->offset), LATCH_NEXT(p->in_target);\n"
    "    }\n"
    "    LATCH_NEXT(latch_n_events);\n"
    "    latch_events = latch_array((latch_n_events + 1) * sizeof *latch_events);\n"
    "    for (i = 0; i < latch_n_events; i++) {\n"
    "        LATCH_NEXT(latch_events[i].kind);\n"
    "        latch_events[i].value = (long long)latch_number() - 1;\n"
    "    }\n"
    "}\n";

void harness_print_reader(text *out, const char *path)
{
    text_adds(out, PROLOGUE);
    text_adds(out, UNSET_PROLOGUE);
    static const char *const UNKNOWNS[] = HARNESS_UNKNOWNS;
    text_printf(out, "#define LATCH_TABLE \"%s\"\nstatic const double latch_unknowns[] = {", path);
    for (size_t i = 0; i < HARNESS_UNKNOWN_COUNT; i++) text_printf(out, "%s, ", UNKNOWNS[i]);
    text_adds(out, "};\n");
    text_adds(out, READER);
    environment_print_functions(out);
    print_unset_functions(out);
}

void harness_print_table(text *out, const unset_list *l, const event_vec *events, unsigned unknown)
{
    area_vec areas;
    area_vec_init(&areas);
    uint64_t size = collect_areas(l, &areas);
    text_printf(out, "%u %zu %zu %zu %zu %zu %lu\n", unknown, l->pieces.size, l->objects.size, l->foreign.size, areas.size, l->own.size, (unsigned long)size);
    for (size_t i = 0; i < l->pieces.size; i++) {
        const unset_piece *p = &l->pieces.data[i];
        text_printf(out, "%lu %lu %lu %lu %lu %u %d %d %u\n", (unsigned long)p->offset, (unsigned long)p->stride, (unsigned long)p->count,
                    (unsigned long)p->low, (unsigned long)p->high, p->size, p->is_unknown, p->is_foreign, p->node);
    }
    for (size_t i = 0; i < l->objects.size; i++) {
        const unset_object *o = &l->objects.data[i];
        text_printf(out, "%u %d %d %zu %d %zu %zu\n", o->site, o->exists, (int)o->role, o->changes, o->changes_foreign, o->first, o->count);
    }
    for (size_t i = 0; i < l->foreign.size; i++) {
        const unset_foreign *f = &l->foreign.data[i];
        text_printf(out, "%u %lu %lu %zu %zu\n", f->node, (unsigned long)f->low, (unsigned long)f->high, f->first, f->count);
    }
    for (size_t i = 0; i < areas.size; i++) {
        const area *a = &areas.data[i];
        text_printf(out, "%u %d %lu %lu %lu\n", a->node, a->is_fixed, (unsigned long)a->low, (unsigned long)a->high, (unsigned long)a->offset);
    }
    for (size_t i = 0; i < l->own.size; i++) {
        const unset_own *p = &l->own.data[i];
        text_printf(out, "%d %d %zu %zu %lu %lu\n", p->in_foreign, (int)p->role, p->holder, p->target, (unsigned long)p->offset, (unsigned long)own_offset(l, p));
    }
    environment_print_table(out, events);
    area_vec_release(&areas);
}
