// expect: unsafe line 23
#include <assert.h>
#include <stdlib.h>

struct device {
    int id;
    struct {
        short low, high;
    } range;
    struct device *next;
};

int probe(struct device *d);

int main(void)
{
    struct device *d = malloc(sizeof *d);
    d->id = 1;
    d->range.low = 0;
    d->range.high = 5;
    d->next = 0;
    probe(d);
    assert(d->range.low <= d->range.high);
    free(d);
    return 0;
}
