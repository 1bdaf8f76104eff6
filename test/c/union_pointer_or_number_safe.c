// expect: safe
/* Tagged values: the number is read where a number was stored. */
#include <assert.h>

struct value {
    int is_number;
    union {
        int number;
        const char *text;
    } u;
};

static int length(const struct value *v) { return v->is_number ? v->u.number : (int)(v->u.text[0] != 0); }

int main(void)
{
    struct value a = {.is_number = 1, .u.number = 7}, b = {.u.text = "x"};
    assert(length(&a) == 7);
    assert(length(&b) == 1);
    return 0;
}
