#include "validate/coverage.h"

#include "validate/compile.h"
#include "validate/harness.h"
#include "validate/run_program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One way to link: what all tests are linked with, and what is known to be missing. */
typedef struct form {
    string_vec objects; /* owned */
    text stubs;
    bool is_tried, is_usable;
    text why; /* not */
} form;

struct coverage {
    const coverage_source *source;
    scratch folder;
    char *marks; /* file */
    char *table, *reader; /* file; program that reads it */
    form exact, plain;
};

static const char *const MARKS =
    "#include <sys/mman.h>\n"
    "#include <sys/syscall.h>\n"
    "#include <unistd.h>\n"
    "#ifndef SYS_mmap2\n"
    "#define SYS_mmap2 SYS_mmap\n"
    "#endif\n"
    "/* What a program stores beyond its objects must be no mark: there is nothing beside the marks, and where they are cannot be changed. */\n"
    "static union { unsigned char *at; char page[4096]; } latch_marks __attribute__((aligned(4096)));\n"
    "__attribute__((constructor(101))) static void latch_open_marks(void)\n"
    "{\n"
    "    long margin = 1 << 20;\n"
    "    long at = syscall(SYS_mmap2, 0L, LATCH_GOALS + 2 * margin, (long)PROT_NONE, (long)(MAP_PRIVATE | MAP_ANONYMOUS), -1L, 0L);\n"
    "    if (at == -1) return;\n"
    "    at = syscall(SYS_mmap2, at + margin, (long)LATCH_GOALS, (long)(PROT_READ | PROT_WRITE), (long)(MAP_SHARED | MAP_FIXED), (long)LATCH_MARKS, 0L);\n"
    "    if (at != -1) latch_marks.at = (unsigned char *)at;\n"
    "    (void)syscall(SYS_mprotect, &latch_marks, sizeof latch_marks, (long)PROT_READ);\n"
    "}\n"
    "/* They are another process's from now on. */\n"
    "void latch_forget_marks(void)\n"
    "{\n"
    "    long flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;\n"
    "    if (latch_marks.at && syscall(SYS_mmap2, latch_marks.at, (long)LATCH_GOALS, (long)(PROT_READ | PROT_WRITE), flags, -1L, 0L) == -1) _exit(79);\n"
    "}\n"
    "void latch_cover(unsigned goal, unsigned long long condition) { if (condition && latch_marks.at) latch_marks.at[goal] = 1; }\n";

static void form_init(form *f)
{
    string_vec_init(&f->objects);
    text_init(&f->stubs);
    text_init(&f->why);
}

static void form_release(form *f)
{
    for (size_t i = 0; i < f->objects.size; i++) free((char *)(uintptr_t)f->objects.data[i]);
    string_vec_release(&f->objects);
    text_release(&f->stubs);
    text_release(&f->why);
}

static bool compile_object(coverage *c, form *f, const char *file, const char *name, const limits *limit)
{
    text said;
    text_init(&said);
    char *object = scratch_file(&c->folder, name);
    compile_request q = {.bits = c->source->code.bits, .flags = c->source->code.flags, .n_flags = c->source->code.n_flags, .files = &file, .n_files = 1,
                         .output = object, .is_object = true, .limits = *limit};
    bool ok = compile_run(&q, &said, &f->why);
    string_vec_push(&f->objects, object);
    text_release(&said);
    return ok;
}

static bool write_marks(coverage *c, text *why)
{
    char *zeros = alloc_zeroed(c->source->n_goals + 1, 1);
    bool ok = file_write_bytes(c->marks, zeros, c->source->n_goals + 1);
    if (!ok) text_printf(why, "cannot write %s: %s", c->marks, strerror(errno));
    free(zeros);
    return ok;
}

static bool write_inputs(coverage *c, const char *bitcode, const char *marks, text *why)
{
    text source;
    text_init(&source);
    text_printf(&source, "#define LATCH_MARKS %d\n#define LATCH_GOALS %zu\n%s", (int)PROCESS_SHARED, c->source->n_goals + 1, MARKS);
    bool ok = file_write_bytes(bitcode, c->source->code.bitcode->data, c->source->code.bitcode->size) && file_write(marks, source.data);
    if (!ok) text_printf(why, "cannot write to %s: %s", c->folder.path, strerror(errno));
    text_release(&source);
    return ok;
}

static bool make_exact(coverage *c, const limits *limit)
{
    char *bitcode = scratch_file(&c->folder, "program.bc"), *marks = scratch_file(&c->folder, "marks.c");
    bool ok = write_inputs(c, bitcode, marks, &c->exact.why) && compile_object(c, &c->exact, bitcode, "program.o", limit) &&
              compile_object(c, &c->exact, marks, "marks.o", limit);
    c->exact.is_tried = true;
    c->exact.is_usable = ok;
    free(bitcode);
    free(marks);
    return ok;
}

/* When it is first needed. */
static bool make_plain(coverage *c, const limits *limit)
{
    form *f = &c->plain;
    assert(!f->is_tried || f->objects.size <= c->source->code.n_files);
    if (f->is_tried) return f->is_usable;
    f->is_tried = f->is_usable = true;
    for (size_t i = 0; i < c->source->code.n_files && f->is_usable; i++) {
        char name[32];
        snprintf(name, sizeof name, "source-%zu.o", i);
        f->is_usable = compile_object(c, f, c->source->code.files[i], name, limit);
    }
    return f->is_usable;
}

static bool link_once(coverage *c, const form *f, const char *source, const char *binary, const limits *limit, text *said, text *why)
{
    string_vec files;
    string_vec_init(&files);
    string_vec_append(&files, f->objects.data, f->objects.size);
    string_vec_push(&files, source);
    compile_request q = {.bits = c->source->code.bits, .flags = c->source->code.flags, .n_flags = c->source->code.n_flags, .files = files.data,
                         .n_files = files.size, .output = binary, .limits = *limit};
    assert(f->is_usable && files.size == f->objects.size + 1);
    bool ok = compile_run(&q, said, why);
    string_vec_release(&files);
    return ok;
}

/* What the linker misses is the same for all tests. */
static bool link_test(coverage *c, form *f, text *harness, const char *source, const char *binary, const limits *limit, text *why)
{
    text said;
    text_init(&said);
    text_adds(harness, f->stubs.data);
    bool written = file_write(source, harness->data), ok = written && link_once(c, f, source, binary, limit, &said, why);
    size_t before = f->stubs.size;
    if (written && !ok && compile_add_stubs(&f->stubs, said.data)) {
        text_clear(&said);
        text_clear(why);
        text_adds(harness, f->stubs.data + before);
        written = file_write(source, harness->data);
        ok = written && link_once(c, f, source, binary, limit, &said, why);
    }
    if (!written) text_printf(why, "cannot write %s: %s", source, strerror(errno));
    text_release(&said);
    return ok;
}

static void read_marks(const coverage *c, bool *covered)
{
    FILE *f = fopen(c->marks, "rb");
    for (size_t i = 0; f && i < c->source->n_goals; i++)
        if (getc(f) == 1) covered[i] = true;
    if (f) fclose(f);
}

static bool run_test(coverage *c, const char *binary, const limits *limit, coverage_run *run, text *why)
{
    if (run->covered && !write_marks(c, why)) return false;
    text said;
    text_init(&said);
    string_vec args;
    string_vec_init(&args);
    string_vec_push(&args, binary);
    string_vec_append(&args, run->args, run->n_args);
    string_vec_push(&args, NULL);
    run_request how = {.scratch = &c->folder, .argv = args.data, .shared = run->covered ? c->marks : NULL, .confine = c->source->confine,
                       .limits = limits_within(limit, run->seconds)};
    run->how = run_program(&how, &said);
    bool ok = run->how.end != PROCESS_NOT_STARTED;
    if (!ok) text_adds(why, "it cannot be started");
    if (ok && run->covered) read_marks(c, run->covered);
    string_vec_release(&args);
    text_release(&said);
    return ok;
}

static bool link_reader(coverage *c, const limits *limit, text *why)
{
    char *source = scratch_file(&c->folder, "reader.c");
    text harness;
    text_init(&harness);
    harness_print_reader(&harness, c->table);
    bool ok = link_test(c, &c->exact, &harness, source, c->reader, limit, why);
    text_release(&harness);
    free(source);
    return ok;
}

bool coverage_measure(coverage *c, const text *table, const limits *limit, coverage_run *run, text *why)
{
    if (!file_write_bytes(c->table, table->data, table->size)) {
        text_printf(why, "cannot write %s: %s", c->table, strerror(errno));
        return false;
    }
    return run_test(c, c->reader, limit, run, why);
}

bool coverage_try(coverage *c, text *test, bool with_sources, const limits *limit, coverage_run *run, text *why)
{
    form *f = with_sources ? &c->plain : &c->exact;
    if (with_sources && !make_plain(c, limit)) {
        text_adds(why, f->why.data);
        return false;
    }
    char *source = scratch_file(&c->folder, "test.c"), *binary = scratch_file(&c->folder, "test");
    bool ok = link_test(c, f, test, source, binary, limit, why) && run_test(c, binary, limit, run, why);
    free(source);
    free(binary);
    return ok;
}

coverage *coverage_new(const coverage_source *source, const limits *limit, text *why)
{
    coverage *c = alloc_zeroed(1, sizeof *c);
    diag error;
    diag_init(&error);
    c->source = source;
    form_init(&c->exact);
    form_init(&c->plain);
    bool ok = scratch_init(&c->folder, &error);
    if (!ok) text_adds(why, error.message);
    if (ok) {
        c->marks = scratch_file(&c->folder, "marks");
        c->table = scratch_file(&c->folder, "table");
        c->reader = scratch_file(&c->folder, "measured");
        ok = make_exact(c, limit);
        if (!ok) text_adds(why, c->exact.why.data);
    }
    ok = ok && link_reader(c, limit, why);
    diag_release(&error);
    if (ok) return c;
    coverage_free(c);
    return NULL;
}

void coverage_free(coverage *c)
{
    if (!c) return;
    form_release(&c->exact);
    form_release(&c->plain);
    scratch_release(&c->folder);
    free(c->marks);
    free(c->table);
    free(c->reader);
    free(c);
}

void coverage_describe(process_result how, text *out)
{
    if (how.end != PROCESS_EXITED) process_describe(how, out);
    else if (how.code == STATUS_VIOLATED) text_adds(out, "a failed assertion");
    else if (how.code == STATUS_ASSUMED) text_adds(out, "an assumption that does not hold");
    else if (how.code == STATUS_NO_INPUT) text_adds(out, "the end of its inputs");
    else if (how.code == STATUS_UNDEFINED) text_adds(out, "undefined behaviour");
    else process_describe(how, out);
}
