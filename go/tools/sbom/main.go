// Sbom writes the bill of materials of Go programs, in CycloneDX's JSON: the
// modules that the linker has recorded in them, with versions and sums.
//
//	sbom NAME VERSION PROGRAM... >NAME.cdx.json
//
// It asks nothing of the network and writes no time, so that the same programs
// have the same bill.
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom: "+err.Error())
		os.Exit(2)
	}
}

func run(out io.Writer, args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("want NAME VERSION PROGRAM")
	}
	bill, err := billOf(args[0], args[1], args[2:])
	if err != nil {
		return err
	}
	return cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bill)
}

func billOf(name, version string, programs []string) (*cdx.BOM, error) {
	components := map[string]cdx.Component{}
	var path string
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, err
		}
		path = info.Main.Path
		for _, module := range info.Deps {
			if module.Replace != nil {
				module = module.Replace
			}
			c, err := library(module)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", program, err)
			}
			components[c.BOMRef] = c
		}
		std := component(cdx.ComponentTypeLibrary, "std", strings.TrimPrefix(info.GoVersion, "go"))
		components[std.BOMRef] = std
	}
	all := []cdx.Component{}
	for _, c := range components {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b cdx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	main := component(cdx.ComponentTypeApplication, path, version)
	main.Name = name
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{Component: &main}
	bill.Components = &all
	return bill, nil
}

func component(kind cdx.ComponentType, path, version string) cdx.Component {
	url := "pkg:golang/" + path + "@" + version
	return cdx.Component{BOMRef: url, Type: kind, Name: path, Version: version, PackageURL: url}
}

// library has the module's sum of go.sum, which is a SHA-256 over its files.
func library(module *debug.Module) (cdx.Component, error) {
	c := component(cdx.ComponentTypeLibrary, module.Path, module.Version)
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(module.Sum, "h1:"))
	if err != nil || len(sum) == 0 {
		return c, fmt.Errorf("%s@%s has no sum: it was not built of a released module", module.Path, module.Version)
	}
	c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
	return c, nil
}
