// expect: unknown
/* What lies between the linker's symbols are the variables of the section: no object of its own. */
#include <assert.h>
struct command { int value; };
static struct command first __attribute__((used, section("commands"))) = {5};
extern struct command __start_commands[], __stop_commands[];
int main(void)
{
    __start_commands[0].value = 1;
    assert(first.value == 5);
    return __stop_commands == __start_commands;
}
