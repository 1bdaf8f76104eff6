// expect: unsafe line 26
// fails with: args "5" "-3"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 7

struct entry {
    long key;
    struct entry *next;
};

static struct entry *bucket[BUCKETS];

static int index_of(long key)
{
    return (int)(key % BUCKETS);
}

static struct entry *find(long key)
{
    int b = index_of(key);
    struct entry *e;

    assert(b >= 0 && b < BUCKETS);
    for (e = bucket[b]; e != NULL; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

static int add(long key)
{
    struct entry *e;

    if (find(key) != NULL)
        return 0;
    e = malloc(sizeof *e);
    if (e == NULL)
        return 0;
    e->key = key;
    e->next = bucket[index_of(key)];
    bucket[index_of(key)] = e;
    return 1;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        long key = strtol(argv[i], NULL, 0);

        if (add(key))
            assert(find(key) != NULL);
        else
            printf("%ld: not added\n", key);
    }
    for (i = 0; i < BUCKETS; i++) {
        while (bucket[i] != NULL) {
            struct entry *e = bucket[i];

            bucket[i] = e->next;
            free(e);
        }
    }
    return 0;
}
