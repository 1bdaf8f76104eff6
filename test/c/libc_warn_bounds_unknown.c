// expect: unknown; options: --check bounds
// What warnx prints does not end. (AddressSanitizer does not see it.)
#include <err.h>

int main(void)
{
    char word[3] = {'a', 'b', 'c'};
    warnx("%s", word);
    return 0;
}
