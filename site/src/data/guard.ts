// Guards: in goes parsed JSON, out come typed values, and anything of another shape is refused with its place.

/** The format of the data that this page reads. */
export const VERSION = 1;

/**
 * Why there is nothing to show. empty: nothing was published yet. missing: the server has no such file. offline: no answer.
 * server: it answered with an error. damaged: the file is not what publish writes. version: another publish wrote it.
 */
export type Trouble = 'empty' | 'missing' | 'offline' | 'server' | 'damaged' | 'version';

/** A file that can't be shown: `message` names it, the place in it, and what would be right. */
export class DataError extends Error {
  readonly kind: Trouble;

  constructor(kind: Trouble, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type Guard<T> = (value: unknown, at: string) => T;

export function refuse(value: unknown, at: string, want: string): never {
  const got =
    value === undefined
      ? 'nothing'
      : value === null
        ? 'null'
        : Array.isArray(value)
          ? 'a list'
          : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  throw new DataError('damaged', `${at}: got ${got}, want ${want}`);
}

export const text: Guard<string> = (value, at) =>
  typeof value === 'string' ? value : refuse(value, at, 'a string');
export const flag: Guard<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : refuse(value, at, 'true or false');
export const number: Guard<number> = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse(value, at, 'a number');
export const bound: Guard<number | null> = (value, at) => (value === null ? null : number(value, at));

export function oneOf<T extends string>(...words: T[]): Guard<T> {
  return (value, at) =>
    words.find((word) => word === value) ?? refuse(value, at, words.map((word) => word || '""').join(' or '));
}

export function list<T>(item: Guard<T>): Guard<T[]> {
  return (value, at) => {
    // What Go writes for a list that nothing was put into.
    if (value === null) return [];
    return Array.isArray(value) ? value.map((v, i) => item(v, `${at}[${i}]`)) : refuse(value, at, 'a list');
  };
}

/** May be missing, where a list of nothing says the same. */
export function optional<T>(item: Guard<T[]>): Guard<T[]> {
  return (value, at) => (value === undefined ? [] : item(value, at));
}

/** otherwise takes the place of what is missing. */
export function otherwise<T>(item: Guard<T>, instead: T): Guard<T> {
  return (value, at) => (value === undefined ? instead : item(value, at));
}

export function record<T>(item: Guard<T>): Guard<Record<string, T>> {
  return (value, at) => {
    const object = members(value, at);
    return Object.fromEntries(Object.entries(object).map(([k, v]) => [k, item(v, `${at}.${k}`)]));
  };
}

export function members(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(value, at, 'an object');
  return value as Record<string, unknown>;
}

export function shape<T extends object>(guards: { [K in keyof T]: Guard<T[K]> }): Guard<T> {
  return (value, at) => {
    const object = members(value, at);
    const out: Partial<T> = {};
    for (const key of Object.keys(guards) as (keyof T & string)[])
      out[key] = guards[key](object[key], `${at}.${key}`);
    return out as T;
  };
}

/** versioned refuses a file of another format. */
export function versioned(value: unknown, at: string): void {
  const { version } = members(value, at);
  if (version !== VERSION)
    throw new DataError(
      'version',
      `${at}: version ${JSON.stringify(version) ?? 'missing'}, this page reads version ${VERSION}`,
    );
}
