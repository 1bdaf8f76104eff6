// expect: unsafe line 17
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
    assert(name[0] == 'a');
    return 0;
}
