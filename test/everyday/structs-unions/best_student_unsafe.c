// expect: unsafe line 38
// fails with: nondet -5, -3, -4
// Find the student with the best score; scores may be negative.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 3

struct student {
    const char *name;
    int score;
};

static int best(const struct student *s)
{
    int i, b = 0, top = 0;

    for (i = 0; i < N; i++) {
        if (s[i].score > top) {
            top = s[i].score;
            b = i;
        }
    }
    return b;
}

int main(void)
{
    struct student s[N] = { { "Ann", 0 }, { "Bob", 0 }, { "Eve", 0 } };
    int i, b;

    for (i = 0; i < N; i++)
        s[i].score = __VERIFIER_nondet_int();
    b = best(s);
    for (i = 0; i < N; i++)
        assert(s[i].score <= s[b].score);
    printf("%s\n", s[b].name);
    return 0;
}
