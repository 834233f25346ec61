package artifact

// Numbers and ProjectNumbers are what is left of a stranger's results, of any plan.
func Numbers(text []byte, name string) ([]byte, error) {
	return readResults(text, name, nil, plainResult)
}

func ProjectNumbers(text []byte, name string) ([]byte, error) {
	return readResults(text, name, nil, plainProjectResult)
}
