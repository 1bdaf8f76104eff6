// expect: unsafe line 10; options: -v
// strtok writes a zero over the separator.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = "a,b";
    char *first = strtok(text, ",");
    assert(first == text && text[1] == ',' && text[2] == 'b');
    return 0;
}
