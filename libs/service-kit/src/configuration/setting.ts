export interface Setting<T> {
  /** Environment variables: the first one that is set counts. */
  names: string[];
  about: string;
  /** Which values it accepts, in words; left out if only `parse` knows. */
  takes?: string;
  secret: boolean;
  fallback?: string;
  optional: boolean;
  parse: (text: string) => T;
  /** For `--check`, where the value is an object: its text without what could be secret. Without this, such a value is hidden. */
  shown?: (value: never) => string;
}

interface Options {
  default?: string | number | boolean;
  secret?: boolean;
}

type Names = string | string[];

function setting<T>(
  names: Names,
  about: string,
  takes: string | undefined,
  read: (text: string) => T | undefined,
  { default: fallback, secret = false }: Options = {},
): Setting<T> {
  return {
    names: [names].flat(),
    about,
    ...(takes && { takes }),
    secret,
    optional: false,
    parse(value) {
      const found = read(value);
      if (found === undefined) throw new Error(`must be ${takes}`);
      return found;
    },
    ...(fallback !== undefined && { fallback: String(fallback) }),
  };
}

export function text(names: Names, about: string, options?: Options): Setting<string> {
  return setting(names, about, undefined, (value) => value, options);
}

export function secret(names: Names, about: string): Setting<string> {
  return text(names, about, { secret: true });
}

/** A URL may hold a password, so it is never printed. */
export function url(names: Names, about: string, protocols: string[], options?: Options): Setting<string> {
  const takes = `a URL that starts with ${protocols.join('// or ')}//`;
  const read = (value: string) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined);
  return setting(names, about, takes, read, { secret: true, ...options });
}

export function integer(names: Names, about: string, { min, max }: { min: number; max: number }, options?: Options): Setting<number> {
  const read = (value: string) => {
    const number = Number(value);
    return /^\d+$/.test(value.trim()) && number >= min && number <= max ? number : undefined;
  };
  return setting(names, about, `a whole number from ${min} to ${max}`, read, options);
}

export function flag(names: Names, about: string, options?: Options): Setting<boolean> {
  const meanings: Record<string, boolean> = { 1: true, true: true, on: true, 0: false, false: false, off: false };
  return setting(names, about, 'one of 1, true, on, 0, false, off', (value) => meanings[value], options);
}

export function choice<C extends string>(names: Names, about: string, choices: readonly C[], options?: Options): Setting<C> {
  return setting(names, about, `one of ${choices.join(', ')}`, (value) => choices.find((known) => known === value), options);
}

/** A comma-separated list of words, all from the choices. */
export function selection<C extends string>(names: Names, about: string, choices: readonly C[], options?: Options): Setting<C[]> {
  const read = (value: string) => {
    const words = value.split(',').map((word) => choices.find((known) => known === word.trim()));
    return words.includes(undefined) ? undefined : (words as C[]);
  };
  return setting(names, about, `one or more of ${choices.join(', ')}`, read, options);
}

export function optional<T>(given: Setting<T>): Setting<T | undefined> {
  return { ...given, optional: true };
}
