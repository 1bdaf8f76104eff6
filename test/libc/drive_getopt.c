#include "driver.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

enum { MOST = 8 };

static int make_arguments(char **argv, const char *const *some_options, int n_options)
{
    static const char *const rest[] = {"file", "-", "x=y", ""};
    int argc = 1;
    argv[0] = "program";
    for (int n = any_between(0, 4); n > 0; n--) argv[argc++] = (char *)some_options[any_between(0, n_options - 1)];
    if (any_bool()) argv[argc++] = "--";
    for (int n = any_between(0, 2); n > 0; n--) argv[argc++] = (char *)rest[any_between(0, 3)];
    argv[argc] = NULL;
    return argc;
}

static void restart(void) { *(is_model_run() ? &model_optind : &optind) = 0, opterr = 0; }

static void see_state(int result)
{
    see(result);
    see(is_model_run() ? model_optind : optind);
    see(is_model_run() ? model_optopt : optopt);
    see_string(is_model_run() ? model_optarg : optarg);
}

static void see_arguments(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) see_string(argv[i]);
}

static void drive_short(int (*f)(int, char *const *, const char *))
{
    static const char *const options[] = {"-a", "-b", "-ab", "-cvalue", "-c", "-ac", "-d", "-dvalue", "-z", "-abz", "-:", "value"};
    static const char *const strings[] = {"abc:d::", ":abc:d::", "+abc:", "-abc:d::", "", "a"};
    char *argv[MOST + 1];
    const char *string = strings[any_between(0, 5)];
    int argc = make_arguments(argv, options, 12);
    if (strchr("c", argv[argc - 1][strlen(argv[argc - 1]) - 1])) argc--; /* its argument is missing, or is there */
    argv[argc] = NULL;
    restart();
    for (int turn = 0; turn < 12; turn++) {
        int result = f(argc, argv, string);
        see_state(result);
        see_arguments(argc, argv);
        if (result == -1) break;
    }
}

EXACT(getopt) { drive_short(f); }

int __posix_getopt(int argc, char *const *argv, const char *options);
EXACT(__posix_getopt) { drive_short(f); }

EXACT(getopt_long)
{
    static int flag;
    static const struct option longs[] = {{"all", no_argument, NULL, 'a'},       {"alone", no_argument, &flag, 9}, {"color", optional_argument, NULL, 'c'},
                                          {"count", required_argument, NULL, 'n'}, {"alias", no_argument, NULL, 'a'}, {NULL, 0, NULL, 0}};
    static const char *const options[] = {"--all",  "--al",   "--alo", "--color", "--color=red", "--count=3", "--count", "--co",
                                          "--no",   "--all=1", "-a",   "-x",      "-o",          "-oval",     "-ao",     "--c=2",
                                          "word",   "-"};
    char *argv[MOST + 1];
    int index = -5, argc = make_arguments(argv, options, 18);
    flag = 0;
    restart();
    const char *string = any_bool() ? "ao:" : ":ao:";
    for (int turn = 0; turn < 12; turn++) {
        int result = f(argc, argv, string, longs, any_bool() ? &index : NULL);
        see_state(result);
        see(index);
        see(flag);
        see_arguments(argc, argv);
        if (result == -1) break;
    }
}
