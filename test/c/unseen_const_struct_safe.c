// expect: safe
// The struct is const, what its pointers lead to is not.
#include <assert.h>

struct options {
    int level;
    char *name;
};

int show(const struct options *o);

int main(void)
{
    char name[4] = "abc";
    struct options o = {1, name};
    show(&o);
    assert(o.level == 1 && o.name == name);
    return 0;
}
