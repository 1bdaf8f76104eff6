// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int id;
    struct job *next;
};

struct queue {
    struct job *head;
    struct job *tail;
};

static int enqueue(struct queue *q, int id)
{
    struct job *j = malloc(sizeof *j);

    if (j == NULL)
        return 0;
    j->id = id;
    j->next = NULL;
    if (q->tail != NULL)
        q->tail->next = j;
    else
        q->head = j;
    q->tail = j;
    return 1;
}

static void dequeue(struct queue *q)
{
    struct job *j = q->head;

    if (j == NULL)
        return;
    q->head = j->next;
    if (q->head == NULL)
        q->tail = NULL;
    printf("job %d done\n", j->id);
    free(j);
}

int main(void)
{
    struct queue q = { NULL, NULL };
    int id = 0;
    int c;

    while ((c = getchar()) != EOF && id < 8) {
        if (c == '+')
            enqueue(&q, id++);
        else if (c == '-')
            dequeue(&q);
        assert((q.head == NULL) == (q.tail == NULL));
    }
    while (q.head != NULL)
        dequeue(&q);
    return 0;
}
