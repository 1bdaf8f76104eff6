// expect: complete; unreachable: 21 22; options: --entry find
struct item {
    int key, value;
};
int limit = 10;
extern int weight(int key);

/* There is no main. */
int find(const struct item *items, unsigned n, int key)
{
    if (!items) return -1;
    if (n > 3) return -2;
    for (unsigned i = 0; i < n; i++) {
        if (items[i].key == key) {
            if (items[i].value == 77) return 1;
            if (weight(key) > 1000) return 2;
            return 3;
        }
    }
    if (n == 2 && key == 42) return 4;
    if (limit != 10) return 5;
    if (n > 4) return 6;
    return 0;
}
