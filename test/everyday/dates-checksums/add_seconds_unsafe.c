// expect: unsafe line 38
// fails with: stdin "23:59:50 20\n"
#include <assert.h>
#include <stdio.h>

struct time {
    int h, m, s;
};

static void add_seconds(struct time *t, int secs)
{
    t->s += secs;
    t->m += t->s / 60;
    t->s %= 60;
    t->h += t->m / 60;
    t->m %= 60;
    if (t->h > 24)
        t->h -= 24;
}

static int valid(const struct time *t)
{
    return t->h >= 0 && t->h < 24 && t->m >= 0 && t->m < 60
        && t->s >= 0 && t->s < 60;
}

int main(void)
{
    struct time t;
    int secs;

    while (scanf("%2d:%2d:%2d %4d", &t.h, &t.m, &t.s, &secs) == 4) {
        if (!valid(&t) || secs < 0) {
            puts("invalid");
            continue;
        }
        add_seconds(&t, secs);
        assert(valid(&t));
        printf("%02d:%02d:%02d\n", t.h, t.m, t.s);
    }
    return 0;
}
