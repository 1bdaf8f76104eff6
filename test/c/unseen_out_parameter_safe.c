// expect: safe
// It has no address of `hits`.
#include <assert.h>

int read_sensor(int *value);

int main(void)
{
    int hits = 0;
    for (int i = 0; i < 3; i++) {
        int value = -1;
        if (read_sensor(&value) != 0) continue;
        if (value == 10 + i) hits++;
    }
    assert(hits >= 0 && hits <= 3);
    return 0;
}
