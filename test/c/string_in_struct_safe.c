// expect: safe
/* Names in an array of structs: what the string functions do to them is exact, and the numbers beside them stay as they are. */
#include <assert.h>
#include <string.h>

struct item {
    char name[12];
    int quantity;
};
static struct item items[4];
static int used;

static struct item *find(const char *name)
{
    for (int i = 0; i < used; i++)
        if (strcmp(items[i].name, name) == 0) return &items[i];
    return 0;
}

static void add(const char *name, int quantity)
{
    struct item *it = find(name);
    if (!it) strcpy((it = &items[used++])->name, name);
    it->quantity += quantity;
}

int main(void)
{
    add("nut", 3);
    add("bolt", 5);
    add("nut", 4);
    assert(used == 2 && find("nut")->quantity == 7);
    assert(!find("screw"));
    return 0;
}
