// expect: safe
/* From before C99: types left out, functions that are never declared, parameters after the list, an inline function for this file alone. */
void __assert_fail();

static limit = 3;

inline int next(int n) { return n + 1; }

bounded(n, most)
int n;
char *most;
{
    return n < limit ? n : strlen(most);
}

main(argc, argv)
char **argv;
{
    if (bounded(argc, "abc") > limit) __assert_fail("bounded", "language_old_safe.c", 20, "main");
    if (next(2) != limit) __assert_fail("next", "language_old_safe.c", 21, "main");
    return 0;
}
