window.BENCHMARK_DATA = {
  "lastUpdate": 1795332016939,
  "repoUrl": "https://github.com/acme/bench",
  "entries": {
    "A, ruler 1": [
      {
        "commit": {
          "id": "0000000000000000000000000000000000000007",
          "message": "m",
          "timestamp": "2026-11-22T00:00:00Z",
          "url": "https://github.com/acme/bench/commit/0000000000000000000000000000000000000007",
          "author": {
            "name": "x",
            "email": "x@y",
            "username": "x"
          },
          "committer": {
            "name": "x",
            "email": "x@y",
            "username": "x"
          },
          "distinct": true,
          "tree_id": "0000000000000000000000000000000000000000"
        },
        "date": 1795332016728,
        "tool": "customSmallerIsBetter",
        "benches": [
          {
            "name": "PingPong/exec=goroutine go",
            "value": 150.5,
            "range": "± 0.5 %",
            "unit": "times the ruler",
            "extra": "6 samples"
          }
        ]
      },
      {
        "commit": {
          "id": "0000000000000000000000000000000000000008",
          "message": "m",
          "timestamp": "2026-11-22T00:00:00Z",
          "url": "https://github.com/acme/bench/commit/0000000000000000000000000000000000000008",
          "author": {
            "name": "x",
            "email": "x@y",
            "username": "x"
          },
          "committer": {
            "name": "x",
            "email": "x@y",
            "username": "x"
          },
          "distinct": true,
          "tree_id": "0000000000000000000000000000000000000000"
        },
        "date": 1795332016936,
        "tool": "customSmallerIsBetter",
        "benches": [
          {
            "name": "PingPong/exec=goroutine go",
            "value": 150.5,
            "range": "± 0.5 %",
            "unit": "times the ruler",
            "extra": "6 samples"
          }
        ]
      }
    ]
  }
}