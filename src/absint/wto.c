#include "absint/wto.h"

#include "base/map.h"

typedef struct builder {
    const digraph *g;
    const uint32_t *rank;
    wto_element_vec *out;
} builder;

/* What is still to be done, the last first: a node; the nodes of a component, which has a cycle; nodes to be split into components; the end of the component
 * whose head is an element. */
typedef enum task_kind { NODE, COMPONENT, NODES, END } task_kind;
typedef struct task {
    task_kind kind;
    u32_vec nodes;
    uint32_t element;
} task;
VEC_DECLARE(task_vec, task);

static void subgraph(const builder *b, const u32_vec *nodes, digraph *out)
{
    u32_map number;
    u32_map_init(&number);
    for (uint32_t i = 0; i < nodes->size; i++) *u32_map_put(&number, nodes->data[i], NULL) = i;
    for (uint32_t i = 0; i < nodes->size; i++) {
        digraph_add_node(out);
        uint32_t v = nodes->data[i], first = b->g->first.data[v];
        uint32_t end = v + 1 < b->g->first.size ? b->g->first.data[v + 1] : (uint32_t)b->g->targets.size;
        for (uint32_t e = first; e < end; e++) {
            const uint32_t *to = u32_map_find(&number, b->g->targets.data[e]);
            if (to) digraph_add_edge(out, *to);
        }
    }
    u32_map_release(&number);
}

/* A component with a cycle: its head, then the rest without the head. */
static void open_component(builder *b, u32_vec *nodes, task_vec *todo)
{
    size_t head = 0;
    for (size_t i = 1; i < nodes->size; i++)
        if (b->rank[nodes->data[i]] < b->rank[nodes->data[head]]) head = i;
    wto_element_vec_push(b->out, (wto_element){nodes->data[head], UINT32_MAX});
    nodes->data[head] = nodes->data[nodes->size - 1];
    nodes->size--;
    task_vec_push(todo, (task){.kind = END, .element = (uint32_t)b->out->size - 1});
    task_vec_push(todo, (task){.kind = NODES, .nodes = *nodes});
}

/* The components become tasks; successors come first in `order`, so that where edges begin is taken up first. */
static void split(builder *b, const u32_vec *nodes, task_vec *todo)
{
    digraph g;
    u32_vec order, component, cyclic;
    digraph_init(&g);
    u32_vec_init(&order);
    u32_vec_init(&component);
    u32_vec_init(&cyclic);
    subgraph(b, nodes, &g);
    digraph_components(&g, DIGRAPH_UNREACHED, &order, &component, &cyclic);
    for (size_t i = 0; i < order.size;) {
        task t = {.kind = NODE};
        uint32_t c = component.data[order.data[i]];
        for (; i < order.size && component.data[order.data[i]] == c; i++) u32_vec_push(&t.nodes, nodes->data[order.data[i]]);
        if (cyclic.data[c]) t.kind = COMPONENT;
        task_vec_push(todo, t);
    }
    digraph_release(&g);
    u32_vec_release(&order);
    u32_vec_release(&component);
    u32_vec_release(&cyclic);
}

void wto_build(const digraph *g, const uint32_t *rank, wto_element_vec *out)
{
    builder b = {g, rank, out};
    task_vec todo;
    task_vec_init(&todo);
    u32_vec all;
    u32_vec_init(&all);
    for (uint32_t v = 0; v < digraph_size(g); v++) u32_vec_push(&all, v);
    split(&b, &all, &todo);
    u32_vec_release(&all);
    while (todo.size) {
        task t = task_vec_pop(&todo);
        if (t.kind == COMPONENT) {
            open_component(&b, &t.nodes, &todo);
            continue;
        }
        if (t.kind == END) out->data[t.element].end = (uint32_t)out->size;
        else if (t.kind == NODE) wto_element_vec_push(out, (wto_element){t.nodes.data[0], 0});
        else split(&b, &t.nodes, &todo);
        u32_vec_release(&t.nodes);
    }
    task_vec_release(&todo);
}
