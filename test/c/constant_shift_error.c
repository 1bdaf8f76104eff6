// expect: error shift count >= width of type; options: --check shift
int main(void)
{
    int x = 1 << 40;
    return x;
}
