// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct point { int x, y; };
static int norm(const struct point *p) { return p->x * p->x + p->y * p->y; }

int main(void)
{
    int *numbers = (int[]){1, 2, 3};
    numbers[0] = 9;
    assert(norm(&(struct point){3, 4}) == 25);
    assert(numbers[0] + numbers[2] == 12);
    return 0;
}
