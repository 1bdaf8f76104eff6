// expect: safe
// Copying a record must not share its name.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    int age;
};

static int copy_person(struct person *to, const struct person *from)
{
    *to = *from;
    to->name = strdup(from->name);
    return to->name != NULL ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct person a, b;

    if (argc != 3 || argv[1][0] == '\0' || strlen(argv[1]) > 12)
        return 2;
    a.name = strdup(argv[1]);
    a.age = 30;
    if (a.name == NULL)
        return 1;
    if (copy_person(&b, &a) == 0) {
        b.name[0] = argv[2][0];
        assert(a.age == b.age);
        assert(strcmp(a.name, argv[1]) == 0);
        free(b.name);
    }
    free(a.name);
    return 0;
}
