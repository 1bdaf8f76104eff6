# Latch. `make run` shows it at work, `make check` tests it; both install what they need. `make help` lists the rest.

CC      ?= cc
CXX      = clang++-19
AR       = ar
PREFIX  ?= /usr/local
DESTDIR ?=
DEBUG   ?= 0
LTO     ?= 0
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS) --no-print-directory
endif

WERROR  ?= -Werror
WARN     = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wpointer-arith $(WERROR)
ifeq ($(DEBUG),1)
BUILD    = build/debug
OPT      = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else
BUILD    = build
OPT      = -O2 -g -DNDEBUG
endif
ifeq ($(LTO),1)
OPT     += -flto=auto -ffat-lto-objects
AR       = gcc-ar
endif
CFLAGS  ?= $(OPT)
LLVM_CONFIG ?= llvm-config-19
LLVM_INCLUDE := $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)
LLVM_LIBS    := $(shell $(LLVM_CONFIG) --ldflags --libs 2>/dev/null)
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -Isrc -Iinclude -isystem $(LLVM_INCLUDE) $(WARN) $(CFLAGS) -MMD -MP
LIBS     = -lz3 -lcadical -lstdc++ -lbdd -lseccomp -lppl_c -lppl -lgmp -lm -lpthread $(LLVM_LIBS)

# The C library that programs are analysed with: bitcode for 32 and 64 bits, part of liblatch.
LIBC_CC  ?= clang-19
LIBC_LINK ?= llvm-link-19
LIBC_CFLAGS = -std=gnu11 -O0 -g -fno-builtin -fno-discard-value-names -Xclang -disable-O0-optnone -Xclang -disable-llvm-passes -Wall -Wextra -Werror -fdebug-compilation-dir=.
LIBC_SRC = $(sort $(wildcard lib/libc/*.c))
LIB_SRC  = $(filter-out src/app/%,$(sort $(shell find src -name '*.c')))
APP_SRC  = $(sort $(wildcard src/app/*.c))
# Programs to be checked are no part of the tests' code.
PRUNE    = \( -name c -o -name libc -o -name everyday -o -name loops \) -prune
TEST_SRC = $(sort $(shell find test $(PRUNE) -o -name 'test_*.c' -print))
LIB_CXX  = $(sort $(shell find src -name '*.cc'))
LIB_OBJ  = $(LIB_SRC:%.c=$(BUILD)/obj/%.o) $(LIB_CXX:%.cc=$(BUILD)/obj/%.o)
APP_OBJ  = $(APP_SRC:%.c=$(BUILD)/obj/%.o)
TEST_LIB_OBJ = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(shell find test $(PRUNE) -o -name '*.c' ! -name 'test_*.c' ! -name 'fuzz_*.c' -print)))
TEST_BIN = $(TEST_SRC:%.c=$(BUILD)/%)

.PHONY: all tests
all: $(BUILD)/latch $(BUILD)/liblatch.a $(BUILD)/liblatch.so

# Other flags than last time: everything is compiled again. The first build checks the tools.
FLAGS = $(CC) $(ALL_CFLAGS)
$(BUILD)/flags: FORCE
	@[ -f $@ ] || CC='$(CC)' tools/setup --check build
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@

# Not with sanitizers: the libraries of two compilers do not go together.
$(BUILD)/obj/%.o: %.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(CXX) -std=c++14 -fPIC -fvisibility=hidden -Isrc -Wall -Wextra $(WERROR) -O2 -g -MMD -MP -c $< -o $@

$(BUILD)/libc-32/%.bc: lib/libc/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(LIBC_CC) $(LIBC_CFLAGS) -m32 -msse2 -c -emit-llvm -MMD -MP $< -o $@
$(BUILD)/libc-64/%.bc: lib/libc/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(LIBC_CC) $(LIBC_CFLAGS) -m64 -c -emit-llvm -MMD -MP $< -o $@
$(BUILD)/libc-32.bc: $(LIBC_SRC:lib/libc/%.c=$(BUILD)/libc-32/%.bc)
	$(LIBC_LINK) -o $@ $^
$(BUILD)/libc-64.bc: $(LIBC_SRC:lib/libc/%.c=$(BUILD)/libc-64/%.bc)
	$(LIBC_LINK) -o $@ $^
-include $(LIBC_SRC:lib/libc/%.c=$(BUILD)/libc-32/%.d) $(LIBC_SRC:lib/libc/%.c=$(BUILD)/libc-64/%.d)

$(BUILD)/obj/src/front/llvm/library/libc_link.o: $(BUILD)/libc-32.bc $(BUILD)/libc-64.bc
$(BUILD)/obj/src/front/llvm/library/libc_table.o $(BUILD)/obj/src/validate/compile.o: ALL_CFLAGS += -Ilib
$(BUILD)/obj/src/front/llvm/library/libc_link.o: ALL_CFLAGS += -DLATCH_LIBC_32='"$(BUILD)/libc-32.bc"' -DLATCH_LIBC_64='"$(BUILD)/libc-64.bc"'

$(BUILD)/liblatch.a: $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/liblatch.so: $(LIB_OBJ)
	$(CC) $(CFLAGS) -shared -o $@ $^ $(LIBS)

$(BUILD)/latch: $(APP_OBJ) $(BUILD)/liblatch.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/test/%: $(BUILD)/obj/test/%.o $(TEST_LIB_OBJ) $(BUILD)/liblatch.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka $(LIBS)

$(BUILD)/bench/%: $(BUILD)/obj/bench/%.o $(BUILD)/liblatch.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

tests: $(TEST_BIN)

.PRECIOUS: $(BUILD)/obj/%.o
-include $(LIB_OBJ:.o=.d) $(APP_OBJ:.o=.d) $(TEST_LIB_OBJ:.o=.d) $(TEST_SRC:%.c=$(BUILD)/obj/%.d) \
         $(BUILD)/obj/test/front/fuzz_smtlib.d $(BUILD)/obj/bench/goals.d

# Circuits of floating-point operations against the machine, on so many operands of each of the sixteen.
fuzz-float: $(BUILD)/test/bits/test_floats
	$(BUILD)/test/bits/test_floats $(or $(OPERANDS),640000)

.PHONY: run check bench bench-la bench-lawi bench-interla bench-test bench-everyday bench-loops bench-invgen bench-facts bench-while bench-cegar bench-cegar-engines fuzz fuzz-c fuzz-itp fuzz-while fuzz-datatypes fuzz-float install install-files uninstall clean help FORCE

# The release build's folder, also under DEBUG=1: run and check make both builds from there.
RELEASE = $(patsubst %/debug,%,$(BUILD))

run:
	@CC='$(CC)' tools/setup build
	@$(MAKE) DEBUG=0 BUILD=$(RELEASE) all
	@tools/demo $(RELEASE)/latch

TEST_SCRIPTS = $(sort $(shell find test -name 'test_*.sh' -o -name 'test_*.py'))
check:
	@CC='$(CC)' tools/setup build check
	@tools/check-layers
	@$(MAKE) DEBUG=0 BUILD=$(RELEASE) all
	@tools/check-layers --objects $(RELEASE)/obj
	@$(MAKE) DEBUG=1 BUILD=$(RELEASE)/debug all tests
	@CC='$(CC)' tools/run-tests --timeout 600 --build $(RELEASE)/debug $(TEST_SRC:%.c=$(RELEASE)/debug/%) $(TEST_SCRIPTS)

bench: all
	bench/run $(if $(SETS),--sets '$(SETS)') $(if $(ENGINES),--engines '$(ENGINES)') $(if $(TIME),--time '$(TIME)')

# The experiments of docs/engines/la.md: what is in LA_RESULTS already is not run again. Plots that the page shows go to LA_PLOTS.
# TASKS= runs a part only.
LA_RESULTS  ?= bench/out/la
LA_PLOTS    ?= docs/engines
LA_ENGINES   = la,lawi,spacer,bmc
LA_SWITCHES  = no-values no-generalise no-inductive no-combine no-backjump no-eager no-preserve no-relevance no-houdini no-execute \
               no-objections interpolate coarse doubling
LA_STATS     = bound,la_resolutions,la_decisions,la_conflicts,la_lemmas,la_backjumps,solver_checks
LA_TASKS     = $(if $(TASKS),--tasks '$(TASKS)')
LA_REPORT    = bench/run horn --report-only --out $(LA_RESULTS) $(LA_TASKS)
comma := ,
bench-la: all
	bench/run horn --sets 'svcomp13-*,sdv' $(LA_TASKS) --time $(or $(TIME),60) -e $(LA_ENGINES) --out $(LA_RESULTS)
	$(LA_REPORT) --sets 'svcomp13-*' -e $(LA_ENGINES) --report $(LA_RESULTS)/svcomp13
	$(LA_REPORT) --sets 'svcomp13-ssh*' -e la,spacer --stats $(LA_STATS),spacer_queries,spacer_lemmas --report $(LA_RESULTS)/ssh \
	  --scatter la=bound,spacer=bound --scatter la=la_resolutions,spacer=spacer_queries
	$(LA_REPORT) --sets sdv -e la,bmc --scatter la,bmc --report $(LA_RESULTS)/sdv
	bench/run horn --sets 'svcomp13-ssh-simplified,recur,qarmc' $(LA_TASKS) --time $(or $(SWITCH_TIME),10) --stats $(LA_STATS) \
	  -e la$(subst $() ,,$(LA_SWITCHES:%=$(comma)la:--engine-options=%)) --out $(LA_RESULTS)/switches
	cp $(LA_RESULTS)/svcomp13/cactus.svg $(LA_PLOTS)/la-svcomp13.svg
	cp $(LA_RESULTS)/ssh/scatter-la=bound-vs-spacer=bound.svg $(LA_PLOTS)/la-ssh-depth.svg
	cp $(LA_RESULTS)/ssh/scatter-la=la_resolutions-vs-spacer=spacer_queries.svg $(LA_PLOTS)/la-ssh-resolutions.svg
	cp $(LA_RESULTS)/sdv/scatter-la-vs-bmc.svg $(LA_PLOTS)/la-sdv.svg
	@echo 'tables: $(LA_RESULTS)/svcomp13/table.md ssh/table.md sdv/table.md switches/table.md'

# The tables of docs/engines/lawi.md: the drivers of the paper, as programs and as clauses, and invariants of loops.
LAWI_OUT = bench/out/lawi
bench-lawi: all
	bench/run c --sets 'ntdrivers*' --time $(or $(TIME),60) -e lawi -j1 --out $(LAWI_OUT)-c
	bench/run horn --sets 'mcmillan-tacas06,svcomp13-ntdrivers*' --time $(or $(TIME),60) -e lawi -j1 --out $(LAWI_OUT)-horn
	bench/lawi drivers $(LAWI_OUT)-c $(LAWI_OUT)-horn
	bench/lawi invariants $(or $(LATCH_BENCH),../shared/bench)/c/tasks.csv loop-invgen

# Table 2 of the IMPACT paper and table 3 of the InvGen paper (docs/engines/cegar.md).
bench-cegar: all
	bench/cegar drivers $(if $(TIME),--time $(TIME))
	@echo
	bench/cegar steps $(if $(TIME),--time $(TIME))

# cegar beside the engines that find predicates in other ways (docs/engines/cegar.md). What is in CEGAR_OUT already is not run again.
CEGAR_OUT  = bench/out/cegar
CEGAR_SETS = svcomp13-*,mcmillan-tacas06,loop-invgen,ntdrivers-simplified,ssh-simplified
bench-cegar-engines: all
	bench/run horn c --sets '$(or $(SETS),$(CEGAR_SETS))' --time $(or $(TIME),20) -e cegar,lawi,la,spacer -j1 --reference lawi --out $(CEGAR_OUT)
	@cat $(CEGAR_OUT)/table.md

# Figure 6 of the 2010 paper (docs/engines/interla.md): coverage over backtracks, with and without learning.
bench-interla: all $(BUILD)/bench/goals
	bench/coverage --build $(BUILD) --time $(or $(TIME),120) $(or $(TASKS),'ntdrivers*/kbfiltr*' '*-simplified/floppy*' '*-simplified/diskperf*')

# Tests for drivers, protocols and loops, and whether anything is called unreachable that other runs reach.
TEST_SETS = ntdrivers,ntdrivers-simplified,ssh-simplified,locks,systemc,loop-invgen
bench-test: all
	bench/testgen --sets '$(or $(SETS),$(TEST_SETS))' --time $(or $(TIME),60) \
	  --cross-check 5 --random 10 --out bench/out/testgen

# Everyday programs: right, undecided and wrong answers for each group.
bench-everyday: all
	bench/everyday $(if $(TIME),--time '$(TIME)') $(if $(TASKS),'$(TASKS)')

# Loops with closed forms, right and with a bug.
bench-loops: all
	bench/everyday --root test/loops -j1 $(if $(TIME),--time '$(TIME)') $(if $(TASKS),'$(TASKS)')

# Programs of the while language: slam beside auto; ENGINES= has names, with switches as in slam:atoms.
bench-while: all
	LATCH=$(BUILD)/latch test/while/test_corpus.py --table $(if $(TIME),--time $(TIME)) $(ENGINES)

# The tables of docs/engines/invgen.md, beside those of the 2009 paper.
bench-invgen: all
	bench/invgen tables $(if $(TIME),--time '$(TIME)') $(or $(LATCH_BENCH),../shared/bench)
	bench/invgen set --time $(or $(TIME),20) $(or $(LATCH_BENCH),../shared/bench) loop-invgen

# Engines with and without facts of abstract interpretation (docs/engines/absint.md).
bench-facts: all
	bench/run horn --every $(or $(EVERY),3) --time $(or $(TIME),5) -j1 --out bench/out/facts \
	  -e $(subst $() ,$(comma),$(foreach engine,$(or $(ENGINES),spacer la lawi),$(engine):--facts=on $(engine):--facts=off))

FUZZ_TIME   ?= 600
FUZZ_CC      = clang-19
FUZZ_BUILD   = $(RELEASE)/fuzz
# clang, unlike gcc, objects to NULL + 0, the end of an empty vector, which C2y allows.
FUZZ_CFLAGS  = -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-sanitize=pointer-overflow
FUZZ_OPTIONS = -timeout=10 -rss_limit_mb=3000 $(addprefix -dict=,$(firstword $(wildcard test/front/*.dict)))
fuzz:
	@CC='$(CC)' tools/setup build fuzz
	@$(MAKE) BUILD=$(FUZZ_BUILD) CC=$(FUZZ_CC) CFLAGS='$(FUZZ_CFLAGS)' WERROR= $(FUZZ_BUILD)/fuzz_smtlib
	@mkdir -p $(FUZZ_BUILD)/corpus $(FUZZ_BUILD)/crashes
	@cp -n $(wildcard test/front/corpus/*.smt2 examples/*.smt2) $(FUZZ_BUILD)/corpus/
	$(FUZZ_BUILD)/fuzz_smtlib $(FUZZ_OPTIONS) -max_total_time=$(FUZZ_TIME) -artifact_prefix=$(FUZZ_BUILD)/crashes/ \
	  $(FUZZ_BUILD)/corpus

$(BUILD)/fuzz_smtlib: $(BUILD)/obj/test/front/fuzz_smtlib.o $(BUILD)/liblatch.a
	$(CC) $(subst fuzzer-no-link,fuzzer,$(CFLAGS)) -o $@ $^ $(LIBS)

fuzz-c:
	@CC='$(CC)' tools/setup build fuzz
	@$(MAKE) DEBUG=0 BUILD=$(RELEASE) all
	LATCH=$(RELEASE)/latch test/c/fuzz_c.py --seconds $(FUZZ_TIME) --seed $${SEED:-$$(date +%s)} --keep $(RELEASE)/fuzz-c

# slam, la, bmc and executions on random programs of the while language.
WHILE_COUNT ?= 10000
fuzz-while:
	@CC='$(CC)' tools/setup build check
	@$(MAKE) DEBUG=0 BUILD=$(RELEASE) $(RELEASE)/test/slam/test_slam
	$(RELEASE)/test/slam/test_slam $(WHILE_COUNT) $(SEED)

ITP_COUNT ?= 10000
fuzz-itp:
	@CC='$(CC)' tools/setup build check
	@$(MAKE) DEBUG=0 BUILD=$(RELEASE) $(RELEASE)/test/itp/test_random
	$(RELEASE)/test/itp/test_random $(ITP_COUNT) $(MIX)

# Every engine on SCALE times as many random problems with datatypes as in `make check`, where there are 70.
SCALE ?= 50
fuzz-datatypes:
	@CC='$(CC)' tools/setup build check
	@$(MAKE) DEBUG=0 BUILD=$(RELEASE) $(RELEASE)/test/engine/test_datatypes
	SCALE=$(SCALE) $(RELEASE)/test/engine/test_datatypes

# include/latch.h says the version once for all.
VERSION  = $(shell sed -n 's/^\#define LATCH_VERSION "\(.*\)"/\1/p' include/latch.h)
DEST     = $(DESTDIR)$(PREFIX)
INSTALLED = bin/latch lib/liblatch.a lib/liblatch.so lib/pkgconfig/latch.pc include/latch.h share/man/man1/latch.1 \
            share/bash-completion/completions/latch share/zsh/site-functions/_latch

install: all
	@$(MAKE) install-files

install-files:
	install -d $(sort $(dir $(INSTALLED:%=$(DEST)/%)))
	install $(BUILD)/latch $(DEST)/bin/latch
	install -m 644 $(BUILD)/liblatch.a $(DEST)/lib/liblatch.a
	install $(BUILD)/liblatch.so $(DEST)/lib/liblatch.so
	install -m 644 include/latch.h $(DEST)/include/latch.h
	install -m 644 docs/latch.1 $(DEST)/share/man/man1/latch.1
	install -m 644 completions/latch.bash $(DEST)/share/bash-completion/completions/latch
	install -m 644 completions/_latch $(DEST)/share/zsh/site-functions/_latch
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: latch' \
	  'Description: Horn-clause solver and software model checker' 'Version: $(VERSION)' \
	  'Libs: -L$${libdir} -llatch' 'Libs.private: $(LIBS)' 'Cflags: -I$${includedir}' >$(DEST)/lib/pkgconfig/latch.pc

uninstall:
	rm -f $(INSTALLED:%=$(DEST)/%)

clean:
	rm -rf build

help:
	@echo 'make             build build/latch, build/liblatch.a and build/liblatch.so'
	@echo 'make run         install what is missing (Debian), build, and show Latch at work on examples/'
	@echo 'make check       install what is missing (Debian), build, and run all tests; the last line counts them'
	@echo 'make install     install under PREFIX= ($(PREFIX)), below DESTDIR= if given; make uninstall takes it away'
	@echo 'make bench       measure: SETS= ENGINES= TIME= (seconds per task); see bench/run --help'
	@echo 'make bench-la    the experiments of docs/engines/la.md: TIME=, SWITCH_TIME=, TASKS=, LA_RESULTS= (folder)'
	@echo 'make bench-lawi  the tables of docs/engines/lawi.md'
	@echo 'make bench-cegar  refinement by predicate abstraction and by interpolation, steps without and with path invariants: TIME='
	@echo 'make bench-cegar-engines  cegar beside lawi, la and spacer: TIME= SETS='
	@echo 'make bench-interla  coverage with and without learning, see docs/engines/interla.md: TASKS= TIME='
	@echo 'make bench-test  tests for the programs of SETS=, TIME= seconds each; see bench/testgen --help'
	@echo 'make bench-everyday  right, undecided and wrong answers for the programs of test/everyday: TASKS= (a glob) TIME=; see bench/everyday --help'
	@echo 'make bench-loops  the same for the loops of test/loops, see docs/acceleration.md: TASKS= TIME='
	@echo 'make bench-while  right, undecided and wrong answers for the programs of test/while, see docs/slam.md: ENGINES= TIME='
	@echo 'make bench-invgen  the tables of docs/engines/invgen.md: TIME='
	@echo 'make bench-facts  engines with and without facts of abstract interpretation: ENGINES= (names) EVERY=3 (a sample of the Horn problems) TIME='
	@echo 'make fuzz        fuzz the SMT-LIB reader for FUZZ_TIME=$(FUZZ_TIME) seconds'
	@echo 'make fuzz-c      run random C programs both natively and with Latch for FUZZ_TIME=$(FUZZ_TIME) seconds; SEED= is the first'
	@echo 'make fuzz-float      compare circuits of floating-point operations with the machine, on OPERANDS=640000 of each'
	@echo 'make fuzz-datatypes  run all engines on SCALE=$(SCALE) times 70 random Horn problems with datatypes'
	@echo 'make fuzz-itp    interpolate ITP_COUNT=$(ITP_COUNT) random contradictions of each theory (or of MIX=lia, lra, ...) and check each'
	@echo 'make fuzz-while  compare slam, la, bmc and executions on WHILE_COUNT=$(WHILE_COUNT) random programs of the while language; SEED='
	@echo 'make clean       remove build/'
	@echo 'Variables: DEBUG=1 (asserts, ASan, UBSan; in build/debug), LTO=1 (link-time optimisation), WERROR= (warnings do not'
	@echo '           stop the build), CC=, CFLAGS=, BUILD= (the folder to build in), JOBS= (how many at once)'
