// expect: unsafe line 60
// fails with: nondet 4, 4
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

/* Binary search tree without duplicates. */
static struct tree *insert(struct tree *t, int key)
{
    if (t == NULL) {
        t = malloc(sizeof *t);
        if (t == NULL)
            exit(1);
        t->key = key;
        t->left = t->right = NULL;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else {
        t->right = insert(t->right, key);
    }
    return t;
}

static int out[4];
static int n_out;

static void walk(const struct tree *t)
{
    if (t == NULL)
        return;
    walk(t->left);
    out[n_out++] = t->key;
    walk(t->right);
}

static void destroy(struct tree *t)
{
    if (t != NULL) {
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}

int main(void)
{
    struct tree *root = NULL;
    int i;

    for (i = 0; i < 3; i++)
        root = insert(root, __VERIFIER_nondet_int());
    walk(root);
    for (i = 1; i < n_out; i++)
        assert(out[i - 1] < out[i]);
    destroy(root);
    return 0;
}
