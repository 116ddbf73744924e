# What people and CI run. `make run` and `make test` are all a newcomer needs.
.PHONY: run build everything install manual test browser models scenarios oracles lint format bench instructions api api-record docs synthesize thorough clean dependencies \
    mutations sanitize-address sanitize-thread fuzz library install-library test-library wheel python python-lint spark

SWIFT ?= swift
# One build serves the command, the tests, the benchmarks and the counts, so that nothing is compiled twice: optimised, open to
# tests, and without what only a debugger reads. Preconditions hold in it. Assertions do not: they would bring the standard library's
# own, which cost half of the speed; the sanitizers' builds have them.
OPTIMISED = -c release -Xswiftc -enable-testing -Xswiftc -use-ld=lld -Xswiftc -warnings-as-errors
BUILD = $(OPTIMISED) -debug-info-format none
CHECKED = $(OPTIMISED) -Xswiftc -assert-config -Xswiftc Debug
BIN = .build/release
GAITWAY = $(BIN)/gaitway
SWIFT_FILES = Package.swift Sources Tests Examples Models Benchmarks/Sources Fuzzing/Sources

# Classify sample rides with the built-in model: two real ones, then a synthetic commute.
run: build
	$(GAITWAY) classify Datasets/car Datasets/walk Datasets/commute

build: dependencies
	$(SWIFT) build $(BUILD) --product gaitway

# The command, its manual page, the completions of bash, zsh and fish, and the licences, below PREFIX; packagers set DESTDIR.
PREFIX ?= /usr/local
install: build
	Scripts/install.sh $(GAITWAY) $(PREFIX)

# The manual page and the completions alone, in .build/install.
manual: build
	Scripts/install.sh $(GAITWAY) .build/install

# The library for C and for what calls C, with its header, in .build/library; and the same below PREFIX.
LIBRARY = $(BIN)/libgaitway-c.so
library: dependencies
	$(SWIFT) build $(BUILD) --product gaitway-c
	Scripts/install-library.sh $(LIBRARY) $(CURDIR)/.build/library

install-library: library
	Scripts/install-library.sh $(LIBRARY) $(PREFIX)

# The C library from C: its examples and what it refuses, also under the address sanitizer and valgrind.
test-library: library build
	@Scripts/install-dependencies.sh gcc g++ libc6-dev valgrind python3 pkg-config
	cd Tests/CInterface && python3 -m unittest -v

everything: dependencies
	$(SWIFT) build $(BUILD) --build-tests

# Tests on real rides run when GAITWAY_RIDES names a folder of unpacked ones; see CONTRIBUTING.md.
test: everything
	$(SWIFT) test $(BUILD) --skip-build

# The pages in a real browser, which this installs, with its driver and Selenium in an environment of their own.
BROWSER = .build/browser
browser: build
	@Scripts/install-dependencies.sh chromium chromium-driver python3-venv
	test -x $(BROWSER)/bin/python || python3 -m venv $(BROWSER)
	$(BROWSER)/bin/pip install -q --disable-pip-version-check -r Tests/Browser/requirements.txt
	cd Tests/Browser && ../../$(BROWSER)/bin/python -m unittest -v

# Exported models against the command: ONNX in ONNX Runtime, Core ML's arithmetic in NumPy, C compiled and run, on the sample rides
# and on those of GAITWAY_RIDES; GAITWAY_RIDES_EACH is how many of each data set. With gcc-arm-none-eabi, a Cortex-M4F's sizes too.
MODELS = .build/models
models: build
	@Scripts/install-dependencies.sh gcc libc6-dev valgrind python3-venv
	$(SWIFT) build $(BUILD) --product WindowWriter
	test -x $(MODELS)/bin/python || python3 -m venv $(MODELS)
	$(MODELS)/bin/pip install -q --disable-pip-version-check -r Tests/Models/requirements.txt
	cd Tests/Models && ../../$(MODELS)/bin/python -m unittest -v

# The Python package as one wheel, with the C library and the command inside, in .build/python/wheels.
PYTHON_BUILD = .build/python/build
wheel: build
	@Scripts/install-dependencies.sh python3-venv binutils
	$(SWIFT) build $(BUILD) --product gaitway-c
	test -x $(PYTHON_BUILD)/bin/python || python3 -m venv $(PYTHON_BUILD)
	$(PYTHON_BUILD)/bin/pip install -q --disable-pip-version-check -r Python/requirements-build.txt
	Scripts/wheel.sh $(BIN)/libgaitway-c.so $(GAITWAY) .build/python/wheels $(PYTHON_BUILD)

# The wheel's tests in an empty environment without Swift, and the types and style of the package.
python: wheel python-lint
	Scripts/python-tests.sh .build/python/wheels/gaitway-*.whl .build/python/empty

# Spark on two cores of this machine, with Java from Debian: the package's part for it, and what a model that it fitted answers.
spark: wheel
	@Scripts/install-dependencies.sh openjdk-17-jre-headless procps
	Scripts/spark-tests.sh .build/python/wheels/gaitway-*.whl .build/spark/venv

PYTHON_LINT = .build/python/lint
python-lint:
	@Scripts/install-dependencies.sh python3-venv
	test -x $(PYTHON_LINT)/bin/python || python3 -m venv $(PYTHON_LINT)
	$(PYTHON_LINT)/bin/pip install -q --disable-pip-version-check -r Python/requirements-lint.txt
	for command in check "format --check"; do \
	    $(PYTHON_LINT)/bin/ruff $$command -q --no-cache Python && \
	    $(PYTHON_LINT)/bin/ruff $$command -q --no-cache --config Python/pyproject.toml Benchmarks/python || exit 1; done
	cd Python && ../$(PYTHON_LINT)/bin/mypy --cache-dir ../.build/python/mypy

# Play the gate's scenarios with the command: a static binary may lack the time zones that the tests have.
scenarios: build
	$(GAITWAY) gate check Tests/NotificationGateTests/Scenarios/*.txt > /dev/null

# Random cases against other programs, from a seed: alerts of polygons and circles against a walk in small steps, streams in pieces
# against files, tables against Python's csv, zips against zipfile and unzip, spectra against NumPy, distances against GeographicLib.
# ORACLE_TIMES is how many times as many cases are drawn.
ORACLES = .build/oracles
ORACLE_TIMES ?= 1
ORACLE_SEED ?= 1
oracles: build
	@Scripts/install-dependencies.sh python3-venv unzip
	$(SWIFT) build $(BUILD) --product OracleWriter
	test -x $(ORACLES)/bin/python || python3 -m venv $(ORACLES)
	$(ORACLES)/bin/pip install -q --disable-pip-version-check -r Tests/Oracles/requirements.txt
	$(ORACLES)/bin/python Tests/Oracles/polygon_places.py $(GAITWAY) $$((150 * $(ORACLE_TIMES))) $(ORACLE_SEED)
	$(ORACLES)/bin/python Tests/Oracles/chunked_streams.py $(GAITWAY) --times $(ORACLE_TIMES) --seed $(ORACLE_SEED)
	for oracle in separated_tables zip_archives spectra geodesics; do \
	    $(ORACLES)/bin/python Tests/Oracles/$$oracle.py $(BIN)/OracleWriter --times $(ORACLE_TIMES) --seed $(ORACLE_SEED) \
	        || exit 1; done

# Breaks lines of the library one after the other, in a tree of its own, and says which test sees it: some twenty minutes.
mutations: dependencies
	@Scripts/install-dependencies.sh gcc g++ libc6-dev valgrind python3 pkg-config
	Scripts/mutations.py --build
	Scripts/mutations.py

# The inputs that fuzzing found, then made-up ones for FUZZ_SECONDS each, in the build that everything else uses; Fuzzing/run.sh is the
# true search, with a build of its own.
FUZZ_SECONDS ?= 2
fuzz: dependencies
	$(SWIFT) build $(BUILD) --product fuzz-replay
	python3 Fuzzing/seeds.py
	$(BIN)/fuzz-replay --seconds $(FUZZ_SECONDS)

lint:
	python3 Scripts/targets.py --check
	Scripts/mutations.py --check
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_FILES)

bench: build
	for product in hot-paths solver-benchmark places-benchmark gate-benchmark; do \
	    $(SWIFT) build $(BUILD) --product $$product || exit 1; done
	Benchmarks/run.sh $(BIN)

# Counted instructions of the hot paths against Benchmarks/instructions.txt: slower code is seen without a clock.
instructions: build
	$(SWIFT) build $(BUILD) --product hot-paths
	Benchmarks/check-instructions.sh $(BIN)

# The public API against the list of it, so that a change is seen in a diff; api-record writes the list.
api: build
	python3 Scripts/public_api.py $(BIN) --check

api-record: build
	python3 Scripts/public_api.py $(BIN) --record

# The guide and the reference as web pages, in .build/docs. Links that lead nowhere are errors.
docs: build
	python3 Scripts/public_api.py $(BIN) --symbols .build/symbols
	docc convert Documentation/Gaitway.docc --additional-symbol-graph-dir .build/symbols --output-path .build/docs \
	    --fallback-display-name Gaitway --fallback-bundle-identifier gaitway --warnings-as-errors

# Write the sample rides again; the tests check that the committed ones are the same.
synthesize: build
	$(GAITWAY) synthesize --output Datasets --force

# The tests with a sanitizer: address or thread. Both compile everything anew. What a process still holds when it exits is no fault,
# and Foundation's own processes hold some.
sanitize-address sanitize-thread: export ASAN_OPTIONS = detect_leaks=0
sanitize-address sanitize-thread: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/thread-sanitizer.txt
sanitize-address sanitize-thread: export GAITWAY_SHARED_RUNTIME = 1
sanitize-address sanitize-thread: sanitize-%: dependencies
	$(SWIFT) build $(CHECKED) --sanitize $* --scratch-path .build/$* --build-tests
	$(SWIFT) test $(CHECKED) --sanitize $* --scratch-path .build/$* --skip-build

# What takes too long for each change: all rounds, real days, sanitizers, fuzzing.
thorough:
	.ci/thorough

dependencies:
	@Scripts/install-dependencies.sh

clean:
	rm -rf .build
