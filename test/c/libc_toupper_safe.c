// expect: safe; options: -v
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert(toupper('q') == 'Q' && toupper('7') == '7');
    return 0;
}
