// expect: unsafe line 7; options: -v
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert(toupper('q') == 'q' && toupper('7') == '7');
    return 0;
}
