package artifact

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
)

// vocabulary is the words that makers of processors and toolchains use in their
// names. A stranger could write a sentence where a name is expected; what he makes
// of these words, and of numbers, tells nobody to do anything.
var vocabulary = words(`
	amd epyc ryzen threadripper pro opteron radeon graphics with
	intel r tm xeon platinum gold silver bronze atom pentium celeron core duo quad eight sixteen ultra max
	skylake cascadelake cascade icelake ice lake sapphire emerald granite rapids broadwell haswell rome milan genoa bergamo turin
	apple virtual arm neoverse cortex ampere altra aws graviton azure cobalt google axion qualcomm snapdragon
	qemu kvm common processor cpu version model generation gen th ghz mhz unknown bit
	go devel kotlin native image graal graalvm community llvm as bytecode
	temurin eclipse adoptium debian ubuntu fedora homebrew zulu azul corretto amazon microsoft oracle liberica bellsoft
	sap sapmachine semeru ibm dragonwell alibaba red hat jetbrains jbr openjdk jdk ea lts beta rc internal dirty linux`)

func words(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word] = true
	}
	return all
}

// A name's letters, perhaps with a digit before or behind them, by which they are
// part of a number: 2.60GHz, 8370C, M1.
var letters = regexp.MustCompile(`[0-9]?[A-Za-z]+[0-9]?`)

// longestUnit is how many letters may be part of a number.
const longestUnit = 3

// plainWords is a name in which every word that is none of the vocabulary's is a
// number that stands for it: two names that differ still do.
func plainWords(name string) string {
	return letters.ReplaceAllStringFunc(name, func(match string) string {
		word := strings.Trim(match, "0123456789")
		if vocabulary[strings.ToLower(word)] || len(word) <= longestUnit && len(match) > len(word) {
			return match
		}
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(word)) // a hash takes everything
		return strings.Replace(match, word, fmt.Sprintf("x%06d", hash.Sum32()%1_000_000), 1)
	})
}
