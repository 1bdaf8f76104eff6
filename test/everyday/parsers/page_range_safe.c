// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define PAGES 100

struct range {
    unsigned first;
    unsigned last;
};

/* "3-7" or "5"; pages are 1 .. PAGES. */
static int parse_range(const char *s, struct range *r)
{
    unsigned a, b;
    int n = sscanf(s, "%3u-%3u", &a, &b);

    if (n < 1)
        return 0;
    if (n == 1)
        b = a;
    if (a > b) {
        unsigned t = a;
        a = b;
        b = t;
    }
    if (a < 1 || b > PAGES)
        return 0;
    r->first = a;
    r->last = b;
    return 1;
}

int main(int argc, char **argv)
{
    struct range r;

    if (argc < 2 || !parse_range(argv[1], &r)) {
        fprintf(stderr, "bad page range\n");
        return 1;
    }
    assert(r.first <= r.last);
    assert(r.last - 1 < PAGES);
    printf("printing %u pages\n", r.last - r.first + 1);
    return 0;
}
