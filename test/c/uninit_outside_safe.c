// expect: safe; options: --check uninit --entry sum
struct item {
    int value;
    struct item *next;
};

int sum(const struct item *list, int most)
{
    int n = 0;
    for (; list && most > 0; list = list->next, most--)
        if (list->value > 0) n++;
    return n;
}
