// expect: unsafe line 53
// fails with: args "3" "1" "3" "3" "2"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/* Removes all the nodes with a given value. */
static struct node *remove_value(struct node *head, int value)
{
    struct node **link = &head;

    while (*link != NULL) {
        struct node *n = *link;

        if (n->value == value) {
            *link = n->next;
            free(n);
            if (*link == NULL)
                break;
            link = &(*link)->next;
        } else {
            link = &n->next;
        }
    }
    return head;
}

/* usage: remove x a b c ... */
int main(int argc, char **argv)
{
    struct node *head = NULL;
    struct node *n;
    int x, i;

    if (argc < 2)
        return 1;
    x = (int)(strtol(argv[1], NULL, 10) % 1000);
    for (i = 2; i < argc && i < 7; i++) {
        n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->value = (int)(strtol(argv[i], NULL, 10) % 1000);
        n->next = head;
        head = n;
    }
    head = remove_value(head, x);
    for (n = head; n != NULL; n = n->next) {
        assert(n->value != x);
        printf("%d\n", n->value);
    }
    while (head != NULL) {
        n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
