// Package mcp lets an assistant measure: a server of the Model Context Protocol over
// two streams, with the tools bench, report, bisect and, where there is one, why.
//
// An assistant that optimises tries many changes and keeps the one that looks best.
// Judged each by itself, one of fifty that change nothing looks faster sooner or
// later. So all comparisons of a session share one alpha, see Session.
//
// The package measures nothing and starts no process: Tools does, which cmd fills in.
package mcp
