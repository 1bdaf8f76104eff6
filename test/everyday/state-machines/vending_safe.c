// expect: safe
#include <assert.h>
#include <stdio.h>

#define PRICE 60
#define MAX_CREDIT 100

static int credit;
static unsigned sold;

static void insert(int coin)
{
    if (credit + coin > MAX_CREDIT) {
        puts("coin returned");
        return;
    }
    credit += coin;
}

static void vend(void)
{
    if (credit < PRICE) {
        printf("insert %d more\n", PRICE - credit);
        return;
    }
    credit -= PRICE;
    sold++;
}

/* n, d, q: coins; c: coffee; r: return the money */
int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case 'n':
            insert(5);
            break;
        case 'd':
            insert(10);
            break;
        case 'q':
            insert(25);
            break;
        case 'c':
            vend();
            break;
        case 'r':
            printf("%d back\n", credit);
            credit = 0;
            break;
        }
        assert(credit >= 0 && credit <= MAX_CREDIT);
        assert(credit % 5 == 0);
    }
    printf("%u sold\n", sold);
    return 0;
}
