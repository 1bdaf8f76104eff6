// expect: safe
/* "" may be the end of "12"; pointers into one string are what they are. */
#include <assert.h>
static int parse(const char *s, const char **end)
{
    *end = s;
    while (**end >= '0' && **end <= '9') ++*end;
    return *end == s ? -1 : 0;
}
int main(void)
{
    const char *e;
    assert(parse("12", &e) == 0);
    assert(parse("", &e) == -1);
    return 0;
}
