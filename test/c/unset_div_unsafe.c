// expect: unsafe line 8; options: --check div --arch 32

int main(void)
{
    int x, y;
    if (y == 0) return 0;
    if (y > 0) return 0;
    return x / y; /* INT_MIN / -1 */
}
