// expect: unknown
/* The sum is right. A replay must not set what is at the linker's symbols, nor define them. */
#include <assert.h>
struct command { int value; };
static struct command first __attribute__((used, section("commands"))) = {5};
static struct command second __attribute__((used, section("commands"))) = {6};
extern struct command __start_commands[], __stop_commands[];
int main(void)
{
    int sum = 0;
    for (struct command *c = __start_commands; c < __stop_commands; c++) sum += c->value;
    assert(sum == 11);
    return 0;
}
