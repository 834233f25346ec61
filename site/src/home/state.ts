// What the reader of the landing page has chosen, as its address holds it.

export interface State {
  /** The column that rows are sorted by, and whether the largest is first; undefined keeps the suite's order. */
  sort: { column: string; down: boolean } | undefined;
  /** The exec whose ratios are shown; undefined is each runtime's first. */
  exec: string | undefined;
}

export function parse(query: string): State {
  const params = new URLSearchParams(query);
  const sort = params.get('sort') ?? '';
  const column = sort.replace(/^-/, '');
  return {
    sort: column === '' ? undefined : { column, down: sort.startsWith('-') },
    exec: params.get('exec') ?? undefined,
  };
}

/** query is parse's inverse: "" without choices, else "?sort=…". */
export function query(state: State): string {
  const parts: string[] = [];
  if (state.sort) parts.push(`sort=${state.sort.down ? '-' : ''}${encodeURIComponent(state.sort.column)}`);
  if (state.exec !== undefined) parts.push(`exec=${encodeURIComponent(state.exec)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
