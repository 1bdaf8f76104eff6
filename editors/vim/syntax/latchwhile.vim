" Programs of Latch's while language (docs/while.md)
if exists("b:current_syntax")
  finish
endif

syntax keyword latchwhileStatement skip return
syntax keyword latchwhileConditional if then else
syntax keyword latchwhileRepeat while do
syntax keyword latchwhileCheck assert assume havoc bad ensure
syntax keyword latchwhileDeclaration proc main returns
syntax keyword latchwhileType int out ref
syntax keyword latchwhileOperator and or not
syntax keyword latchwhileBoolean true false
syntax match latchwhileNumber "\<\d\+\>"
syntax match latchwhileAssign ":="
syntax keyword latchwhileTodo TODO FIXME contained
syntax match latchwhileComment "//.*$" contains=latchwhileTodo,@Spell

highlight default link latchwhileStatement Statement
highlight default link latchwhileConditional Conditional
highlight default link latchwhileRepeat Repeat
highlight default link latchwhileCheck PreProc
highlight default link latchwhileDeclaration Structure
highlight default link latchwhileType Type
highlight default link latchwhileOperator Operator
highlight default link latchwhileBoolean Boolean
highlight default link latchwhileNumber Number
highlight default link latchwhileAssign Operator
highlight default link latchwhileTodo Todo
highlight default link latchwhileComment Comment

setlocal commentstring=//\ %s
let b:current_syntax = "latchwhile"
