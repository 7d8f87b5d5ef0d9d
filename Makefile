# The entry points of the project. Each target only runs a script in scripts/.

PATTERN ?= Patterns/heartbeat.ahap
PREFIX ?= /usr/local

.PHONY: play build test test-all test-programs test-instructions test-client test-ports test-site test-studio test-release test-packages test-scale test-drivers lint format bench test-rt test-tsan test-asan fuzz docs site release-dry-run dist install clean

play:       ; @scripts/play "$(PATTERN)"
build:      ; @scripts/build
test:       ; @scripts/test
test-all:   test test-programs test-instructions test-client test-site test-studio test-ports test-release test-packages test-scale test-drivers
test-programs: ; @scripts/test-programs
test-instructions: ; @scripts/check-instructions
test-client: ; @scripts/test-client
test-ports: ; @scripts/test-ports
test-site:  site ; @scripts/test-site
test-studio: ; @scripts/test-studio
test-release: ; @scripts/test-release
test-packages: ; @scripts/test-packages
test-scale: ; @scripts/test-scale
test-drivers: ; @scripts/test-drivers
lint:       ; @scripts/lint
format:     ; @scripts/format
bench:      ; @scripts/bench
test-rt:    ; @scripts/test-sanitized realtime
test-tsan:  ; @scripts/test-sanitized thread
test-asan:  ; @scripts/test-sanitized address
fuzz:       ; @scripts/fuzz
docs:       ; @scripts/docs
site:       ; @scripts/site
dist:       ; @scripts/dist
release-dry-run: ; @scripts/release --dry-run
install:    ; @scripts/install "$(PREFIX)"
clean:      ; @scripts/clean
