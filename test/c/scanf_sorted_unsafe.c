// expect: unsafe line 17
/* Only certain numbers in a certain order show that the smallest one is not moved to the front. */
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a[5], n = 0;
    while (n < 5 && scanf("%d", &a[n]) == 1) n++;
    for (int i = 1; i < n; i++) {
        int x = a[i], k = i;
        while (k > 1 && a[k - 1] > x) {
            a[k] = a[k - 1];
            k--;
        }
        a[k] = x;
    }
    for (int i = 1; i < n; i++) assert(a[i - 1] <= a[i]);
    return 0;
}
