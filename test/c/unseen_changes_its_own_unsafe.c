// expect: unsafe line 18
// Memory that it has given to the program, it may change later.
#include <assert.h>

struct connection {
    int state, errors;
};

struct connection *connect_to(int number);
void serve(void);

int main(void)
{
    struct connection *c = connect_to(1);
    if (!c || c->errors) return 1;
    c->state = 1;
    serve();
    assert(c->state == 1 || c->errors == 0);
    return 0;
}
