" Programs of Latch's while language (docs/while.md)
autocmd BufRead,BufNewFile *.while setfiletype latchwhile
