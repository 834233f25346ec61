package raw

import "bytes"

// ShowGraal makes a JVM say which compiler it uses, as proof: see UsesGraal.
const ShowGraal = "-Djdk.graal.ShowConfiguration=info"

// UsesGraal tells whether a JVM, begun with ShowGraal, printed that it compiles with Graal.
func UsesGraal(stdout []byte) bool { return bytes.Contains(stdout, []byte("\nUsing \"Graal")) }
