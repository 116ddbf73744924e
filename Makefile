# What people and CI run. `make run` and `make test` are all a newcomer needs.
.PHONY: run build test stories lint format bench instructions synthesize clean dependencies

SWIFT ?= swift
# One binary that carries the Swift runtime: it starts faster and needs no toolchain where it runs.
RELEASE = -c release --static-swift-stdlib
BINARY = $(shell $(SWIFT) build $(RELEASE) --show-bin-path)/gaitway

# Classify the sample rides with the built-in model.
run: build
	$(BINARY) classify Datasets/commute Datasets/bike Datasets/run

build: dependencies
	$(SWIFT) build $(RELEASE) --product gaitway

# Tests on real rides run when GAITWAY_RIDES names a folder of unpacked ones; see CONTRIBUTING.md.
test: dependencies
	$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	$(SWIFT) test --skip-build

# Play the gate's stories with the release build: a static binary may lack the time zones that the tests have.
stories: build
	$(BINARY) gate check Tests/NotificationGateTests/Scenarios/*.txt > /dev/null

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples Models Benchmarks/Sources Fuzzing/Sources

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Examples Models Benchmarks/Sources Fuzzing/Sources

bench: build
	Benchmarks/run.sh $(BINARY)

# Counted instructions of the hot paths against Benchmarks/instructions.txt: slower code is seen without a clock.
instructions: build
	Benchmarks/check-instructions.sh $(BINARY)

# Write the sample rides again; the tests check that the committed ones are the same.
synthesize: build
	$(BINARY) synthesize --output Datasets

dependencies:
	@Scripts/install-dependencies.sh

clean:
	rm -rf .build Benchmarks/.build
