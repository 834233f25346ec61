// What the reader of the runs has chosen, as the page's address holds it.

export interface State {
  /** The kind of runs to show; undefined is every one. */
  kind: string | undefined;
  /** The run that is opened. */
  run: string | undefined;
}

export function parse(query: string): State {
  const params = new URLSearchParams(query);
  return { kind: params.get('kind') ?? undefined, run: params.get('run') ?? undefined };
}

/** query is parse's inverse: "" without choices, else "?kind=…". */
export function query(state: State): string {
  const parts: string[] = [];
  if (state.kind !== undefined) parts.push(`kind=${encodeURIComponent(state.kind)}`);
  if (state.run !== undefined) parts.push(`run=${encodeURIComponent(state.run).replaceAll('%2F', '/')}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
