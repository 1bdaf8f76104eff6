// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *malloc(unsigned long);

struct message { int length; char text[]; };

int main(void)
{
    struct message *m = malloc(sizeof *m + 4);
    if (!m) return 0;
    m->length = 4;
    m->text[0] = 'a';
    m->text[3] = 'd';
    assert(m->length == 4 && m->text[3] == 'd');
    return 0;
}
