#include "app/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain(const char *format, const char *what)
{
    fputs("latch: error: ", stderr);
    fprintf(stderr, format, what);
    fputs("; 'latch --help' lists the options\n", stderr);
}

/* "--name", "--name=value" or "--name value": the value, or NULL if there is none. Moves *i when it takes the next word. */
static const char *value_of(const char *word, int argc, char **argv, int *i)
{
    const char *equals = strchr(word, '=');
    if (equals) return equals + 1;
    return *i + 1 < argc ? argv[++*i] : NULL;
}

static bool is_option(const char *word, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(word, "--", 2) && !strncmp(word + 2, name, n) && (word[2 + n] == 0 || word[2 + n] == '=');
}

/* False after a complaint. */
static bool belongs(const char *word, unsigned commands, unsigned command)
{
    if (commands & command) return true;
    complain("'%s' is no option of this command", word);
    return false;
}

static bool take_option(arguments *a, const char *word, unsigned command, int argc, char **argv, int *i)
{
    if (!strcmp(word, "-v")) word = "--verbose";
    if (!strcmp(word, "-o")) word = "--output";
#define FLAG(field, name, commands, help) \
    if (is_option(word, name)) { \
        if (!belongs(word, commands, command)) return false; \
        if (strchr(word, '=')) return complain("%s takes no value", word), false; \
        a->field = true; \
        return true; \
    }
#define VALUE(field, name, argument, commands, help) \
    if (is_option(word, name)) { \
        if (!belongs(word, commands, command)) return false; \
        a->field = value_of(word, argc, argv, i); \
        if (!a->field) return complain("%s needs a value (" argument ")", word), false; \
        if (!strcmp(name, "no-pass")) a->no_passes[a->n_no_passes++] = a->field; \
        return true; \
    }
#include "app/options.def"
#undef FLAG
#undef VALUE
    complain("there is no option '%s'", word);
    return false;
}

static bool to_number(const char *s, const char *option, double largest, double *out)
{
    char *end;
    *out = strtod(s, &end);
    if (*s && !*end && *out >= 0 && *out <= largest) return true;
    fprintf(stderr, "latch: error: %s needs a number, not '%s'\n", option, s);
    return false;
}

static bool to_count(const char *s, const char *option, size_t *out)
{
    double value = 0;
    if (s && !to_number(s, option, 1e9, &value)) return false;
    *out = (size_t)value;
    return true;
}

static bool make_options(arguments *a, unsigned command)
{
    latch_options *o = &a->options;
    latch_options_init(o);
    if (a->engine) o->engine = a->engine;
    o->engine_options = a->engine_options;
    o->explain = a->explain;
    if (a->facts) o->facts = a->facts;
    if (a->timeout && !to_number(a->timeout, "--timeout", 1e9, &o->timeout)) return false;
    if (a->timeout && o->timeout == 0) o->timeout = 1e-6;
    if (!to_count(a->memlimit, "--memlimit", &o->memory_mb) || !to_count(a->jobs, "--jobs", &o->jobs) ||
        !to_count(a->max_bound, "--max-bound", &o->max_bound))
        return false;
    double bits = 64;
    if (a->arch && !to_number(a->arch, "--arch", 64, &bits)) return false;
    o->bits = (unsigned)bits;
    if (a->inline_limit && !to_count(a->inline_limit, "--inline-limit", &o->inline_limit)) return false;
    if (a->entry) o->entry = a->entry;
    if (a->check) o->checks = a->check;
    if (a->unseen) o->unseen = a->unseen;
    o->strict = a->strict;
    o->malloc_may_fail = a->malloc_may_fail;
    o->trace_library = a->trace_library;
    o->library = a->library;
    o->inputs = a->inputs;
    o->input_globals = a->input_globals;
    o->keep_replay = a->keep_replay;
    o->certify = a->certificate != NULL;
    o->small_blocks = a->small_blocks;
    o->no_sandbox = a->no_sandbox;
    o->no_learn = a->no_learn;
    o->no_sampling = a->no_sampling;
    if (command & (FOR_TEST | FOR_REPLAY)) o->goals = a->goal ? a->goal : "block,branch";
    o->compiler_flags = a->compiler_flags;
    o->n_compiler_flags = a->n_compiler_flags;
    o->skip_passes = a->no_passes;
    o->n_skip_passes = a->n_no_passes;
    char *wrong = latch_options_check(o);
    if (wrong) fprintf(stderr, "latch: error: %s\n", wrong);
    latch_free_text(wrong);
    return !wrong;
}

/* Those of the compiler's flags that are known here: -IDIR, -I DIR, and so on. True if it is one, which may lack its value. */
static bool take_compiler_flag(arguments *a, int argc, char **argv, int *i)
{
    static const struct {
        const char *name;
        bool value_follows; /* it may be the next word */
    } FLAGS[] = {{"-isystem", true}, {"-include", true}, {"-std=", false}, {"-I", true}, {"-D", true}, {"-U", true}};
    for (size_t k = 0; k < sizeof FLAGS / sizeof *FLAGS; k++) {
        size_t length = strlen(FLAGS[k].name);
        if (strncmp(argv[*i], FLAGS[k].name, length)) continue;
        bool is_alone = FLAGS[k].value_follows && !argv[*i][length];
        a->compiler_flags[a->n_compiler_flags++] = argv[*i];
        if (is_alone && *i + 1 < argc) a->compiler_flags[a->n_compiler_flags++] = argv[++*i];
        return true;
    }
    return false;
}

bool arguments_parse(arguments *a, unsigned command, const char *engine, int argc, char **argv)
{
    memset(a, 0, sizeof *a);
    a->engine = engine;
    a->no_passes = calloc((size_t)argc + 1, sizeof *a->no_passes);
    a->files = calloc((size_t)argc + 1, sizeof *a->files);
    a->compiler_flags = calloc((size_t)argc + 1, sizeof *a->compiler_flags);
    if (!a->no_passes || !a->files || !a->compiler_flags) return false;
    bool flags = false;
    for (int i = 0; i < argc; i++) {
        if (flags)
            a->compiler_flags[a->n_compiler_flags++] = argv[i];
        else if (!strcmp(argv[i], "--"))
            flags = true;
        else if (argv[i][0] == '-' && argv[i][1]) {
            if (!take_compiler_flag(a, argc, argv, &i) && !take_option(a, argv[i], command, argc, argv, &i)) return false;
        } else
            a->files[a->n_files++] = argv[i];
    }
    if (!a->n_files && command != FOR_SESSION) {
        complain("%s", "no file given");
        return false;
    }
    return make_options(a, command);
}

void arguments_release(arguments *a)
{
    free(a->no_passes);
    free(a->files);
    free(a->compiler_flags);
}

void arguments_help(unsigned command, unsigned without)
{
#define FLAG(field, name, commands, help) \
    if ((commands) & command && !((commands) & without)) printf("  --%-20s %s\n", name, help);
#define VALUE(field, name, argument, commands, help) \
    if ((commands) & command && !((commands) & without)) printf("  --%-20s %s\n", name " " argument, help);
#include "app/options.def"
#undef FLAG
#undef VALUE
}
