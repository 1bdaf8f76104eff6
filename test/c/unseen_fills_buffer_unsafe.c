// expect: unsafe line 13
#include <assert.h>

int receive(char *to, int size);

int main(void)
{
    char message[8] = "";
    int length = receive(message, sizeof message);
    int sum = 0;
    if (length < 0 || length > 8) return 1;
    for (int i = 0; i < length; i++) sum += message[i] == 'x';
    assert(sum < 3);
    return 0;
}
