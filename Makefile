# Each line here is what a workflow and a person both run.

.PHONY: help bench first-run calibrate warm serve speed pages pictures test test-slow test-night test-hosted lint format cobench clean

help: ## show this
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

bench: cobench ## measure here, print the comparison, build the site; RUNTIMES=all or a list, PROFILE=smoke, SET="n=250 workers=4", BUDGET=30m
	bin/cobench bench $(if $(PROFILE),-profile $(PROFILE)) $(if $(RUNTIMES),-runtimes $(RUNTIMES)) $(foreach s,$(SET),-set $(s)) $(if $(BUDGET),-budget $(BUDGET))

first-run: cobench ## what the pipeline lacks in your repository on GitHub, and how to get it; REPOSITORY=owner/name
	bin/cobench doctor -github $(or $(REPOSITORY),origin)

calibrate: cobench ## how far verdicts can be trusted here: measures a commit against itself for some ten minutes; ROUNDS=200
	bin/cobench calibrate -runtimes go -rounds $(or $(ROUNDS),200) -set workload=MatMul,Channel,PingPong,SpawnJoin,Counter -set iterations=8 -set iteration=20ms -set warmup=20ms

warm: cobench ## are the warm-ups long enough here: the tour's benchmarks against 60 s of warm-up, for a day or so; RUNTIMES=jvm-25, SET="workload=MatMul", ROUNDS=3
	bin/cobench calibrate -warmup 60s -profile tour -runtimes $(if $(RUNTIMES),$(RUNTIMES),"jvm-17,jvm-25,graal-jit-25") -rounds $(or $(ROUNDS),3) $(foreach s,$(SET),-set $(s))

serve: ## show the site that the last make bench built
	npm --prefix site run --silent preview

pages: cobench ## build the site with the history in DATA, a checkout of the branch bench-data
	npm --prefix site ci --no-audit --no-fund
	npm --prefix site run --silent build
	bin/cobench publish -history $(DATA)/history -cache .cobench/pages -o site/dist/data
	if [ -d $(DATA)/classic ]; then cp -R $(DATA)/classic site/dist/classic; fi

pictures: ## draw what the documentation shows of comment, summary and site anew, into site/picture: all of it measured
	go -C go test ./cmd/cobench -run TestPictures -count=1 -args -pictures=../../../.cobench/pictures
	npm --prefix site run --silent build
	npm --prefix site run --silent screenshot -- --now=2026-11-22T23:40:00Z --top=660 e2e/data/self picture home index.html
	npm --prefix site run --silent screenshot -- --now=2026-11-22T23:40:00Z --charts e2e/data/self picture chart "compare.html?run=manual/2026/11/c812eadbfc2c1b91da6a50b789f10e321fa0b7a3-33-local"
	for page in comment forecast; do npm --prefix site run --silent markdown -- ../.cobench/pictures/$$page.md picture/$$page || exit 1; done
	npm --prefix site run --silent markdown -- ../.cobench/pictures/summary.md picture/summary open

speed: ## how fast publish and site are with 10,000 commits and 1,000 series, in .cobench/speed; OTHERS=DIR times another dashboard's page too
	go run -C go ./cmd/synthetic -o ../.cobench/speed
	npm --prefix site run --silent build
	npm --prefix site run --silent speed -- ../.cobench/speed/data $(OTHERS)

test: ## all tests and linters; installs what is missing as root or with CI=true
	.ci/test fast

test-slow: ## what takes longer: real runs, long fuzzing
	.ci/test slow

test-night: ## what wants the machine for itself: mutants of every workload, folded work, warm-ups
	.ci/test night

test-hosted: ## what needs a hosted image: a project of Gradle 9 with kotlinx-benchmark
	go -C go test ./cmd/cobench -run TestHosted -hosted -count 1 -v -timeout 20m

lint: ## the linters alone
	.ci/test lint

format: ## put the sources into shape
	gofmt -w go
	mvn -q -B -f kotlin/pom.xml spotless:apply
	npm --prefix site run --silent format

cobench: ## build bin/cobench
	go build -C go -trimpath -ldflags "-X main.release=$(shell git describe --tags --match 'v[0-9]*' --always --dirty 2>/dev/null)" -o ../bin/cobench ./cmd/cobench

clean: ## remove what was built; results in .cobench stay
	rm -rf bin site/dist site/node_modules
	mvn -q -B -f kotlin/pom.xml clean
