// expect: unsafe line 15
/* Needs two lines of a letter and a number. */
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char command;
    int amount, balance = 0;
    while (scanf(" %c %d", &command, &amount) == 2) {
        if (amount <= 0 || amount > 1000000000) return 1;
        switch (command) {
        case 'd': balance += amount; break;
        default: balance -= amount; break;
        }
        assert(balance >= -500);
    }
    return 0;
}
