// What a reader has chosen, as the page's address holds it: a page lists its fields, and gets parse and query of them.
//
// Only choices are in an address, never defaults, so that a link says what its sender chose and follows better
// defaults later. A value that a field doesn't understand is no choice.

type Pairs = [key: string, value: string][];

/** A field of an address: one choice, under one key or under several. */
export interface Field<T> {
  read(params: URLSearchParams): T;
  write(value: T): Pairs;
}

/** addressOf makes a page's parse and query; the address has the fields in their order here. */
export function addressOf<S extends object>(fields: { [K in keyof S]: Field<S[K]> }) {
  const names = Object.keys(fields) as (keyof S)[];
  return {
    parse(query: string): S {
      const params = new URLSearchParams(query);
      return Object.fromEntries(names.map((name) => [name, fields[name].read(params)])) as S;
    },
    /** query is parse's inverse: "" without choices, else "?key=value&…". */
    query: (state: S) => queryOf(names.flatMap((name) => fields[name].write(state[name]))),
  };
}

/** queryOf writes pairs as the query of an address. */
export function queryOf(pairs: Pairs): string {
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([k, v]) => `${encodeURIComponent(k)}=${readable(v)}`).join('&')}`;
}

// People read links too: characters that a query may hold stay as they are.
function readable(text: string): string {
  return encodeURIComponent(text).replace(/%(2F|2C|3A|3D|40)/g, (code) => decodeURIComponent(code));
}

/** word is any text. */
export function word(key: string): Field<string | undefined> {
  return {
    read: (params) => params.get(key) ?? undefined,
    write: (value) => (value === undefined ? [] : [[key, value]]),
  };
}

/** whole is a whole number from 0 on. */
export function whole(key: string): Field<number | undefined> {
  return {
    read: (params) => (/^\d+$/.test(params.get(key) ?? '') ? Number(params.get(key)) : undefined),
    write: (value) => (value === undefined ? [] : [[key, String(value)]]),
  };
}

/** either is one of a few words; the default isn't written. */
export function either<T extends string | undefined>(
  key: string,
  words: readonly Exclude<T, undefined>[],
  otherwise: T,
): Field<T> {
  return {
    read: (params) => words.find((w) => w === params.get(key)) ?? otherwise,
    write: (value) => (value === undefined || value === otherwise ? [] : [[key, value]]),
  };
}

/** mapped is a field whose words mean something else in the state. */
export function mapped<T, U>(field: Field<T>, to: (value: T) => U, from: (value: U) => T): Field<U> {
  return { read: (params) => to(field.read(params)), write: (value) => field.write(from(value)) };
}

/** flag is on where the key has its one word. */
export function flag(key: string, on: string): Field<boolean> {
  return mapped(
    word(key),
    (text) => text === on,
    (value) => (value ? on : undefined),
  );
}

/** set is some words, told once with commas between them. */
export function set(key: string): Field<Set<string>> {
  return mapped(
    word(key),
    (text) => new Set((text ?? '').split(',').filter((w) => w !== '')),
    (words) => (words.size === 0 ? undefined : [...words].sort().join(',')),
  );
}

/** each is some texts, the key repeated for each of them. */
export function each(key: string): Field<string[]> {
  return {
    read: (params) => [...new Set(params.getAll(key))].filter((w) => w !== ''),
    write: (texts) => texts.map((text) => [key, text]),
  };
}

/** below is a value for each name, under the key prefix + name. */
export function below(prefix: string): Field<Map<string, string>> {
  return {
    read: (params) =>
      new Map([...params].filter(([k]) => k.startsWith(prefix)).map(([k, v]) => [k.slice(prefix.length), v])),
    write: (values) => [...values].map(([name, value]) => [prefix + name, value]),
  };
}
