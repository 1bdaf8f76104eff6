// expect: unsafe line 53
// fails with: stdin "ab"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    char c;
    struct node *next;
};

static struct node *reverse(struct node *head)
{
    struct node *done = NULL;

    while (head != NULL && head->next != NULL) {
        struct node *next = head->next;

        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

static int length(const struct node *n)
{
    int len = 0;

    for (; n != NULL; n = n->next)
        len++;
    return len;
}

/* Prints up to 8 characters of the input backwards. */
int main(void)
{
    struct node *head = NULL, **tail = &head, *n;
    int count = 0;
    int c;

    while (count < 8 && (c = getchar()) != EOF && c != '\n') {
        n = malloc(sizeof *n);
        if (n == NULL)
            return 1;
        n->c = (char)c;
        n->next = NULL;
        *tail = n;
        tail = &n->next;
        count++;
    }
    head = reverse(head);
    assert(length(head) == count);
    while (head != NULL) {
        putchar(head->c);
        n = head->next;
        free(head);
        head = n;
    }
    putchar('\n');
    return 0;
}
