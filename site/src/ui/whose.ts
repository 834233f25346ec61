// Whose benchmarks the site is of: the build says so in the page.

/** ofProject tells whether the site is of somebody's project, and not of the suite that compares Kotlin with Go. */
export function ofProject(): boolean {
  return document.documentElement.dataset.site === 'project';
}
