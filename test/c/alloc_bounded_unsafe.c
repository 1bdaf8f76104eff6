// expect: unsafe line 12
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc > 100) return 1;
    int *numbers = malloc((size_t)argc * sizeof *numbers);
    assert(numbers);
    for (int i = 0; i < argc; i++) numbers[i] = i;
    for (int i = 0; i < argc; i++)
        assert(numbers[i] == i && i != 2);
    return 0;
}
