// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct date { short day, month; };
struct person { char initial; struct date born; long long id; };

int main(void)
{
    struct person p = {'a', {24, 12}, 1LL << 40};
    p.born.day++;
    assert(p.born.day == 25 && p.born.month == 12 && p.id >> 40 == 1);
    assert(p.initial == 'b');
    return 0;
}
