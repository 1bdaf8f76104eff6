// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define ITEMS 5

struct item {
    char name[10];
    int price;
};

/* Reads "name price" lines from a file and prints the total. */
int main(int argc, char **argv)
{
    struct item item[ITEMS];
    char line[32];
    int n = 0;
    int total = 0;
    int i;
    FILE *f;

    if (argc < 2 || (f = fopen(argv[1], "r")) == NULL)
        return 1;
    while (n < ITEMS && fgets(line, sizeof line, f) != NULL) {
        struct item it;

        if (sscanf(line, "%9s %4d", it.name, &it.price) != 2)
            continue;
        if (it.price < 0)
            it.price = 0;
        item[n++] = it;
    }
    fclose(f);
    for (i = 0; i < n; i++) {
        printf("%-10s %4d\n", item[i].name, item[i].price);
        total += item[i].price;
    }
    assert(total >= 0 && total <= 9999 * n);
    printf("total %d\n", total);
    return 0;
}
