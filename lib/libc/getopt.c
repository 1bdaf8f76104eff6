/* getopt and getopt_long as in glibc, which moves arguments that are no options behind those that are. */

#include "environment.h"

#include <getopt.h>
#include <unistd.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static int bad_option; /* of the last call that found one: what optopt is after every call */
static char *next_char; /* the rest of an argument with several options, or NULL */

LATCH_INLINE _Bool is_option(const char *argument) { return argument[0] == '-' && argument[1] != '\0'; }

/* Arguments that are no options and have been passed over: they go behind the options that come after them with the next call. */
static int passed_from, passed_to;

/* How arguments that are no options are treated. */
typedef enum order { MOVES, STOPS, RETURNS } order;

LATCH_INLINE order order_of(const char *options, _Bool is_posix)
{
    if (options[0] == '-') return RETURNS;
    return is_posix || options[0] == '+' ? STOPS : MOVES;
}

LATCH_INLINE void reverse(char **argv, int from, int to)
{
    for (; from < to - 1; from++, to--) {
        char *kept = argv[from];
        argv[from] = argv[to - 1];
        argv[to - 1] = kept;
    }
}

/* [passed_from, passed_to) goes behind [passed_to, optind). */
LATCH_INLINE void move_passed(char **argv)
{
    reverse(argv, passed_from, passed_to);
    reverse(argv, passed_to, optind);
    reverse(argv, passed_from, optind);
    passed_from += optind - passed_to;
    passed_to = optind;
}

LATCH_INLINE void pass_over(int argc, char **argv)
{
    if (passed_from != passed_to && passed_to != optind) move_passed(argv);
    else if (passed_to != optind) passed_from = optind;
    while (optind < argc && !is_option(argv[optind])) optind++;
    passed_to = optind;
}

/* Everything after -- is no option. */
LATCH_INLINE void end_options(int argc, char **argv)
{
    optind++;
    if (passed_from != passed_to && passed_to != optind) move_passed(argv);
    else if (passed_from == passed_to) passed_from = optind;
    passed_to = argc;
    optind = argc;
}

/* The first options decide about the order, until the program begins anew with an optind of 0. */
static order how;
static _Bool has_begun;

LATCH_INLINE void begin(const char *options, _Bool is_posix)
{
    if (optind != 0 && has_begun) return;
    if (optind == 0) optind = 1;
    passed_from = passed_to = optind;
    next_char = NULL;
    how = order_of(options, is_posix);
    has_begun = 1;
}

/* The next argument with options: 0, or what getopt returns instead. */
LATCH_INLINE int begin_argument(int argc, char *const *arguments)
{
    char **argv = (char **)(uintptr_t)arguments;
    if (passed_to > optind) passed_to = optind;
    if (passed_from > optind) passed_from = optind;
    if (how == MOVES) {
        latch_assumption("POSIXLY_CORRECT is not set in the environment");
        pass_over(argc, argv);
    }
    if (optind != argc && strcmp(argv[optind], "--") == 0) end_options(argc, argv);
    if (optind >= argc) {
        if (passed_from != passed_to) optind = passed_from;
        return -1;
    }
    if (!is_option(argv[optind])) {
        if (how == STOPS) return -1;
        optarg = argv[optind++];
        return 1;
    }
    next_char = argv[optind] + 1;
    return 0;
}

LATCH_INLINE const char *without_order(const char *options) { return options[0] == '-' || options[0] == '+' ? options + 1 : options; }

/* The option's place among those that there are, or NULL. */
LATCH_INLINE const char *find_short(const char *options, char c)
{
    if (c == ':' || c == ';') return NULL;
    for (const char *o = options; *o; o++) {
        if (*o == c) return o;
    }
    return NULL;
}

/* The argument of an option that needs one, and what getopt returns. */
LATCH_INLINE int required_argument_of(int option, int argc, char *const *argv, const char *options)
{
    if (optind >= argc) {
        bad_option = option;
        return options[0] == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
    return option;
}

LATCH_INLINE int short_option(int argc, char *const *argv, const char *options, _Bool has_longs)
{
    char c = *next_char++;
    const char *found = find_short(options, c);
    if (*next_char == '\0') optind++;
    if (!found) {
        bad_option = c;
        return '?';
    }
    if (c == 'W' && found[1] == ';' && has_longs) latch_limit("-W as a long option");
    if (found[1] != ':') return c;
    char *rest = next_char;
    next_char = NULL;
    if (*rest != '\0') {
        optarg = rest;
        optind++;
        return c;
    }
    return found[2] == ':' ? c : required_argument_of(c, argc, argv, options);
}

LATCH_INLINE int next_short(int argc, char *const *argv, const char *options, _Bool is_posix)
{
    if (argc < 1) return -1;
    optarg = NULL;
    begin(options, is_posix);
    if (!next_char || *next_char == '\0') {
        int other = begin_argument(argc, argv);
        if (other != 0) return other;
    }
    return short_option(argc, argv, without_order(options), 0);
}

LATCH_LIBRARY int getopt(int argc, char *const *argv, const char *options)
{
    int result = next_short(argc, argv, options, 0);
    optopt = bad_option;
    return result;
}

/* What getopt is for programs that want POSIX alone. */
int __posix_getopt(int argc, char *const *argv, const char *options);
LATCH_LIBRARY int __posix_getopt(int argc, char *const *argv, const char *options)
{
    int result = next_short(argc, argv, options, 1);
    optopt = bad_option;
    return result;
}

/* ---- long options ---- */

LATCH_INLINE size_t name_length(const char *name)
{
    size_t n = 0;
    while (name[n] && name[n] != '=') n++;
    return n;
}

/* Two options that an abbreviation may stand for, and do not mean the same. */
LATCH_INLINE _Bool differ(const struct option *a, const struct option *b)
{
    return a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val;
}

/* The index of the option with this name, or of which it is an abbreviation; -1: none, -2: several. */
LATCH_INLINE int find_long(const struct option *longs, const char *name, size_t length)
{
    int found = -1;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, length) == 0 && longs[i].name[length] == '\0') return i;
    }
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, length) != 0) continue;
        if (found == -1) found = i;
        else if (found >= 0 && differ(&longs[found], &longs[i])) found = -2;
    }
    return found;
}

LATCH_INLINE int long_option(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    char *name = argv[optind] + 2;
    size_t length = name_length(name);
    int found = find_long(longs, name, length);
    optind++;
    if (found < 0) {
        bad_option = 0;
        return '?';
    }
    const struct option *option = &longs[found];
    if (name[length] == '=') {
        if (!option->has_arg) {
            bad_option = option->val;
            return '?';
        }
        optarg = name + length + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= argc) {
            bad_option = option->val;
            return options[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index) *index = found;
    if (!option->flag) return option->val;
    *option->flag = option->val;
    return 0;
}

LATCH_INLINE int next_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    if (argc < 1) return -1;
    optarg = NULL;
    begin(options, 0);
    if (!next_char || *next_char == '\0') {
        int other = begin_argument(argc, argv);
        if (other != 0) return other;
        if (longs && argv[optind][1] == '-') {
            next_char = NULL;
            return long_option(argc, argv, without_order(options), longs, index);
        }
    }
    return short_option(argc, argv, without_order(options), longs != NULL);
}

LATCH_LIBRARY int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    int result = next_long(argc, argv, options, longs, index);
    optopt = bad_option;
    return result;
}
