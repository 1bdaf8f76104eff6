// expect: unknown
// A replay does not write through pointers to const, wherever they are. (Nor should the analysis believe it, but it does.)
#include <assert.h>

struct options {
    int level;
    const char *name;
};

int adjust(struct options *o);

int main(void)
{
    char name[4] = "abc";
    struct options o = {1, name};
    adjust(&o);
    assert(name[0] == 'a');
    return 0;
}
