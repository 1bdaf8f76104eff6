// expect: error a constant expression overflows; options: --check overflow
// clang computes E + 1 itself, so that no operation is left that could be checked.
enum { E = 2147483647 };
int choose(void);
int main(void)
{
    return choose() ? E + 1 : 0;
}
