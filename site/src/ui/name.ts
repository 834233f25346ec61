// A benchmark's full name as a reader wants it: its words without the format's marks.

/** shownName writes "MatMul/pattern=fan/n=100/exec=goroutine-2" as "MatMul pattern=fan n=100". */
export function shownName(name: string): string {
  return name
    .replace(/-\d+$/, '')
    .split('/')
    .filter((part) => !part.startsWith('exec='))
    .join(' ');
}
