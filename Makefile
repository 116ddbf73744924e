# Commands for people and CI. A newcomer needs `make run` and `make test` only.
.PHONY: run build everything install uninstall deb dist manual test browser models scenarios oracles lint format bench instructions api api-record docs synthesize thorough clean dependencies fetch \
    mutations sanitize-address sanitize-thread fuzz library install-library test-library wheel python python-lint spark products \
    growth extremes arm64 test-arm64 lock lock-record python-lock python-docs python-peers random-days web pictures

SWIFT ?= swift
# One build serves the command, the tests, the benchmarks and the counts, so nothing is compiled twice. It is optimised, open to tests,
# and has no debug information. It checks preconditions but not assertions, because those of the standard library would halve the
# speed. The sanitizers' builds check assertions, too. With STRICT=1, as in .ci/run, warnings are errors.
OPTIMISED = -c release -Xswiftc -enable-testing -Xswiftc -use-ld=lld $(if $(STRICT),-Xswiftc -warnings-as-errors)
BUILD = $(OPTIMISED) -debug-info-format none
CHECKED = $(OPTIMISED) -Xswiftc -assert-config -Xswiftc Debug
BIN = .build/release
# With BUILT=1 nothing is compiled or packed: `make everything` and `make wheel` came before, as in .ci/run, whose stages run side by side.
COMPILE = $(if $(BUILT),true,$(SWIFT) build $(BUILD))
GAITWAY = $(BIN)/gaitway
SWIFT_FILES = Package.swift Sources Tools Tests Examples Benchmarks/Sources Fuzzing/Sources

# Classifies sample rides with the built-in model: two real ones, then a synthetic commute.
run: build
	$(GAITWAY) classify Datasets/car Datasets/walk Datasets/commute

build: dependencies
	$(COMPILE) --product gaitway

# The command, its manual pages, the completions of bash, zsh and fish, and the licences, below PREFIX; packagers set DESTDIR.
PREFIX ?= /usr/local
install: build
	Scripts/install.sh "$(GAITWAY)" "$(PREFIX)"

# Takes away what `make install` wrote below the same PREFIX.
uninstall:
	Scripts/install.sh --remove "$(PREFIX)"

# The same as a Debian package and as a tar for other systems, in .build/dist. Neither needs Swift where it is installed.
DIST = .build/dist
deb: build
	@Scripts/install-dependencies.sh dpkg-dev binutils python3 lintian
	Scripts/package.sh deb "$(GAITWAY)" "$(DIST)"

dist: build
	@Scripts/install-dependencies.sh binutils python3 xz-utils
	Scripts/package.sh tar "$(GAITWAY)" "$(DIST)"

# The manual pages and the completions alone, in .build/install.
manual: build
	Scripts/install.sh "$(GAITWAY)" .build/install

# The library for C with its header, in .build/library; then the same below PREFIX. TARGET=android-arm64 builds it for another system.
LIBRARY = $(BIN)/libgaitway-c.so
TARGET ?=
ifneq ($(TARGET),)
library:
	SWIFT="$(SWIFT)" Scripts/library-for.sh "$(TARGET)"
else
library: dependencies
	$(COMPILE) --product gaitway-c
	Scripts/install-library.sh $(LIBRARY) "$(CURDIR)/.build/library"
endif

install-library: library
	Scripts/install-library.sh $(LIBRARY) "$(PREFIX)"

# The C library from C: its examples and its errors, also under the address sanitizer and valgrind.
test-library: library build
	@Scripts/install-dependencies.sh gcc g++ libc6-dev valgrind python3 pkg-config
	cd Tests/CInterface && python3 -m unittest -v

# The library and the command for 64-bit Arm, in .build/arm64/made, and the command's answers under QEMU. It needs root, downloads 1.2 GB
# of Debian's packages, and takes some twenty minutes. Scripts/arm64/build.sh says how.
arm64: build
	@Scripts/install-dependencies.sh debootstrap qemu-user-static
	Scripts/arm64/build.sh .build/arm64
	Scripts/arm64/compare.py .build/arm64/made/gaitway .build/arm64/debian/arm64 $(GAITWAY)

# After `make arm64`: Swift's tests there, of all targets, or of those that TESTS names. They are slow under QEMU.
test-arm64:
	Scripts/arm64/test.sh .build/arm64 $(TESTS)

everything: dependencies
	$(COMPILE) --build-tests

# Tests on real rides run when GAITWAY_RIDES names a folder of unpacked ones; see CONTRIBUTING.md.
test: everything
	$(SWIFT) test $(BUILD) --skip-build

# The web page of Examples/Web with the recogniser, in .build/web: a folder for any web server.
WEB = .build/web
web: build
	@Scripts/install-dependencies.sh python3 wasi-libc
	Scripts/web.py $(GAITWAY) $(WEB)

# The pages in a real browser, which this installs, with its driver and Selenium in an environment of their own.
BROWSER = .build/browser
browser: build web
	@Scripts/install-dependencies.sh chromium chromium-driver gcc libc6-dev
	Scripts/python-environment.sh $(BROWSER) Tests/Browser/requirements.txt
	$(BROWSER)/bin/python Tests/Browser/run.py

# The pictures of the README: the sample ride, and the web page on a phone after a walk and a drive.
pictures: build web
	@Scripts/install-dependencies.sh chromium chromium-driver
	Scripts/python-environment.sh $(BROWSER) Tests/Browser/requirements.txt
	$(GAITWAY) classify Datasets/commute --labels Datasets/manifest.csv --time-zone UTC --picture Documentation/commute.svg --force
	cd Tests/Browser && ../../$(BROWSER)/bin/python draw_web.py

# Exported models against the command: ONNX in ONNX Runtime, Core ML's arithmetic in NumPy, C compiled and run, WebAssembly in Node, on the sample rides
# and on those of GAITWAY_RIDES; GAITWAY_RIDES_EACH is how many of each data set. With gcc-arm-none-eabi, a Cortex-M4F's sizes too.
MODELS = .build/models
models: build
	@Scripts/install-dependencies.sh gcc g++ libc6-dev valgrind wasi-libc nodejs
	$(COMPILE) --product WindowWriter
	Scripts/python-environment.sh $(MODELS) Tests/Models/requirements.txt
	cd Tests/Models && ../../$(MODELS)/bin/python -m unittest -v

# The Python package as two wheels, one with the C library and one with the command, in .build/python/wheels.
PYTHON_BUILD = .build/python/build
wheel: build
	@Scripts/install-dependencies.sh binutils
	$(COMPILE) --product gaitway-c
	Scripts/python-environment.sh $(PYTHON_BUILD) Python/requirements-build.txt
	$(if $(BUILT),test -d .build/python/wheels ||) Scripts/wheel.sh $(BIN)/libgaitway-c.so $(GAITWAY) .build/python/wheels $(PYTHON_BUILD)

# The wheel's tests in an empty environment without Swift, and the types and style of the package.
python: wheel python-lint
	Scripts/python-tests.sh .build/python/wheels/gaitway-*.whl .build/python/empty

# The interface of the Python package as web pages, from its docstrings, in .build/python-docs. It needs no build.
python-docs:
	Scripts/python-environment.sh .build/python/docs Python/requirements-docs.txt
	PYTHONPATH=Python/src PYTHONDONTWRITEBYTECODE=1 .build/python/docs/bin/python Scripts/python-docs.py .build/python-docs

# The package's tables in trackintel and aeon, which bring hundreds of megabytes.
python-peers: wheel
	LIST=Python/requirements-peers.txt Scripts/python-tests.sh .build/python/wheels/gaitway-*.whl .build/python/peers \
	    tests/test_timeline_frames.py

# Spark on two cores of this machine, with Java from Debian: gaitway.spark, and the answers of a model that it fitted.
spark: wheel
	@Scripts/install-dependencies.sh openjdk-17-jre-headless procps
	Scripts/spark-tests.sh .build/python/wheels/gaitway-*.whl .build/spark/venv

# What the targets above would install one after the other: Debian's packages at once, then the environments.
fetch:
	Scripts/install-dependencies.sh gcc g++ libc6-dev valgrind wasi-libc nodejs binutils unzip procps chromium chromium-driver \
	    openjdk-17-jre-headless eslint node-typescript
	Scripts/python-environment.sh $(BROWSER) Tests/Browser/requirements.txt
	Scripts/python-environment.sh $(MODELS) Tests/Models/requirements.txt
	Scripts/python-environment.sh $(ORACLES) Tests/Oracles/requirements.txt
	Scripts/python-environment.sh $(PYTHON_BUILD) Python/requirements-build.txt
	Scripts/python-environment.sh $(PYTHON_LINT) Python/requirements-lint.txt
	Scripts/python-environment.sh .build/python/empty Python/requirements-test.txt
	Scripts/python-environment.sh .build/spark/venv Python/requirements-spark.txt

PYTHON_LINT = .build/python/lint
python-lint:
	Scripts/python-environment.sh $(PYTHON_LINT) Python/requirements-lint.txt
	for command in check "format --check"; do \
	    $(PYTHON_LINT)/bin/ruff $$command -q --no-cache Python && \
	    $(PYTHON_LINT)/bin/ruff $$command -q --no-cache --config Python/pyproject.toml Benchmarks/python || exit 1; done
	cd Python && ../$(PYTHON_LINT)/bin/mypy --cache-dir ../.build/python/mypy
	cd Python && ../$(PYTHON_LINT)/bin/mypy --cache-dir ../.build/python/mypy --warn-unused-ignores type_tests/wrong_calls.py
	cd Python && ../$(PYTHON_LINT)/bin/basedpyright --project type_tests --pythonpath ../$(PYTHON_LINT)/bin/python

# Plays the gate's scenarios with the command, which may lack time zones that the tests have.
scenarios: build
	$(GAITWAY) gate check Tests/NotificationGateTests/Scenarios/*.txt > /dev/null

# Random cases against other programs, from a seed: alerts of polygons and circles against a walk in small steps, streams in pieces
# against files, gates against the policy in Python, tables against Python's csv, zips against zipfile and unzip, spectra against NumPy, distances against GeographicLib.
# Each command gets inputs of every other kind, and its advice is judged.
# ORACLE_TIMES multiplies the number of cases.
ORACLES = .build/oracles
ORACLE_TIMES ?= 1
ORACLE_SEED ?= 1
oracles: build
	@Scripts/install-dependencies.sh unzip
	$(COMPILE) --product OracleWriter
	Scripts/python-environment.sh $(ORACLES) Tests/Oracles/requirements.txt
	$(ORACLES)/bin/python Tests/Oracles/polygon_places.py $(GAITWAY) $$((150 * $(ORACLE_TIMES))) $(ORACLE_SEED)
	$(ORACLES)/bin/python Tests/Oracles/chunked_streams.py $(GAITWAY) --times $(ORACLE_TIMES) --seed $(ORACLE_SEED)
	$(ORACLES)/bin/python Tests/Oracles/gate_worlds.py $(GAITWAY) $$((5000 * $(ORACLE_TIMES))) $(ORACLE_SEED)
	$(ORACLES)/bin/python Tests/Oracles/wrong_inputs.py $(GAITWAY)
	for oracle in separated_tables zip_archives spectra geodesics; do \
	    $(ORACLES)/bin/python Tests/Oracles/$$oracle.py $(BIN)/OracleWriter --times $(ORACLE_TIMES) --seed $(ORACLE_SEED) \
	        || exit 1; done

# Timelines of long valid days, from a seed: no trap, items that touch, no rule broken, the same by a stream. DAYS is their number.
DAYS ?= 1000
random-days: build
	$(COMPILE) --product OracleWriter
	python3 Tests/Oracles/random_days.py $(BIN)/OracleWriter --cases $(DAYS)

# Twice the input costs at most 2.2 times the instructions: each reader with whole, damaged and hostile input. GROWTH_EACH=5
# measures each fifth input.
GROWTH_EACH ?= 1
growth: build
	@Scripts/install-dependencies.sh valgrind python3
	$(COMPILE) --product OracleWriter
	python3 Tests/Oracles/growth.py $(BIN)/OracleWriter --each $(GROWTH_EACH)

# Each number of each format, request and option at its extremes, from a seed: no command traps, and no server ends.
EXTREME_TIMES ?= 1
extremes: build
	@Scripts/install-dependencies.sh python3
	python3 Tests/Oracles/extreme_values.py $(GAITWAY) --times $(EXTREME_TIMES) --seed $(ORACLE_SEED)

# Breaks lines of the library one after the other, in a tree of its own, and prints the test that sees each. It takes some twenty minutes.
mutations: dependencies
	@Scripts/install-dependencies.sh gcc g++ libc6-dev valgrind python3 pkg-config
	Scripts/mutations.py --build
	Scripts/mutations.py

# Tries the inputs that fuzzing found, then random ones for FUZZ_SECONDS for each target, in the common build. Fuzzing/run.sh searches
# with libFuzzer, in a build of its own.
FUZZ_SECONDS ?= 2
fuzz: dependencies
	$(COMPILE) --product fuzz-replay
	python3 Fuzzing/seeds.py
	$(BIN)/fuzz-replay --seconds $(FUZZ_SECONDS)

# Debian's ESLint needs NODE_PATH where node is not Debian's.
ASSETS = Sources/GaitwayPages/Assets
lint:
	@Scripts/install-dependencies.sh eslint node-typescript
	NODE_PATH=/usr/share/nodejs eslint $(ASSETS) Examples/Web
	tsc --project $(ASSETS)
	tsc --project Examples/Web
	python3 Scripts/targets.py --check
	python3 Scripts/styles.py
	Scripts/mutations.py --check
	Scripts/english.py --check
	for gravity in 0 1; do \
	    clang -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -fsyntax-only -DHAS_GRAVITY=$$gravity \
	        Sources/CModelSource/Template/model.c || exit 1; done
	NODE_PATH=/usr/share/nodejs eslint --config $(ASSETS)/.eslintrc.json --ext .js,.mjs Sources/CModelSource/Web Tests/Models
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)

# swift format leaves comments alone; the second command wraps wide ones.
format:
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_FILES)
	Scripts/english.py --wrap $(SWIFT_FILES)

bench: build
	for product in hot-paths solver-benchmark places-benchmark gate-benchmark; do \
	    $(COMPILE) --product $$product || exit 1; done
	Benchmarks/run.sh $(BIN)

# Compares counted instructions of the hot paths with Benchmarks/instructions.txt, which shows slower code without a clock.
instructions: build
	$(COMPILE) --product hot-paths
	Benchmarks/check-instructions.sh $(BIN)

# A program for each product of the library, which takes it by a version beside modules of common names, and the example
# app with its own tests. It links what Tests/Products/links.txt records. The debug build in .build/products has neither
# our tests nor our flags.
products: dependencies
	Tests/Products/products.py --check

# Compares the packages' versions that the build resolved with Dependencies.lock; lock-record writes it.
lock: dependencies
	test -f Package.resolved || $(SWIFT) package resolve
	Scripts/dependencies-lock.py --check

lock-record: dependencies
	test -f Package.resolved || $(SWIFT) package resolve
	Scripts/dependencies-lock.py --record

# Writes the locks of Python's lists anew, with the newest versions that the lists allow.
python-lock:
	Scripts/python-environment.sh --lock Scripts/requirements-uv.txt Python/requirements-*.txt Tests/*/requirements.txt

# Compares the public API with its list, so that a diff shows each change; api-record writes the list.
api: build
	python3 Scripts/public_api.py $(BIN) --check

api-record: build
	python3 Scripts/public_api.py $(BIN) --record

# The guide and the reference as web pages, in .build/docs. Dead links are errors.
docs: build
	python3 Scripts/public_api.py $(BIN) --symbols .build/symbols
	docc convert Documentation/Gaitway.docc --additional-symbol-graph-dir .build/symbols --output-path .build/docs \
	    --fallback-display-name Gaitway --fallback-bundle-identifier gaitway --warnings-as-errors

# Writes the synthetic sample rides; the tests compare the committed ones with them.
synthesize: dependencies
	$(COMPILE) --product sample-rides
	$(BIN)/sample-rides Datasets

# The tests with the address or the thread sanitizer. Both compile everything again. Memory that a process holds at its exit is not a
# fault; Foundation's own processes hold some.
sanitize-address sanitize-thread: export ASAN_OPTIONS = detect_leaks=0
sanitize-address sanitize-thread: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/thread-sanitizer.txt
sanitize-address sanitize-thread: export GAITWAY_SHARED_RUNTIME = 1
sanitize-address sanitize-thread: sanitize-%: dependencies
	$(SWIFT) build $(CHECKED) --sanitize $* --scratch-path .build/$* --build-tests
	$(SWIFT) test $(CHECKED) --sanitize $* --scratch-path .build/$* --skip-build

# Checks that take too long for each change: all rounds, real days, sanitizers, fuzzing.
thorough:
	.ci/thorough

dependencies:
	@Scripts/install-dependencies.sh

clean:
	rm -rf .build
