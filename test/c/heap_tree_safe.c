// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *malloc(unsigned long);

struct tree { int key; struct tree *left, *right; };
static struct tree *leaf(int key)
{
    struct tree *t = malloc(sizeof *t);
    if (t) *t = (struct tree){key, 0, 0};
    return t;
}
static int total(const struct tree *t) { return t ? t->key + total(t->left) + total(t->right) : 0; }

int main(void)
{
    struct tree *t = leaf(5);
    if (!t) return 0;
    t->left = leaf(3);
    assert(t->left && total(t) == 8);
    return 0;
}
