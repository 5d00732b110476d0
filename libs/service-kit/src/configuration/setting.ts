export interface Setting<T> {
  /** Environment variables that carry it, the first that is set wins. */
  names: string[];
  about: string;
  secret: boolean;
  fallback?: string;
  optional: boolean;
  parse: (text: string) => T;
}

interface Options {
  default?: string | number | boolean;
  secret?: boolean;
}

type Names = string | string[];

function setting<T>(
  names: Names,
  about: string,
  parse: (text: string) => T,
  { default: fallback, secret = false }: Options = {},
): Setting<T> {
  return {
    names: [names].flat(),
    about,
    secret,
    optional: false,
    parse,
    ...(fallback !== undefined && { fallback: String(fallback) }),
  };
}

export function text(names: Names, about: string, options?: Options): Setting<string> {
  return setting(names, about, (value) => value, options);
}

export function secret(names: Names, about: string): Setting<string> {
  return setting(names, about, (value) => value, { secret: true });
}

/** A URL may hold a password, so it is never printed whole. */
export function url(names: Names, about: string, protocols: string[], options?: Options): Setting<string> {
  const parse = (value: string) => {
    const protocol = URL.canParse(value) ? new URL(value).protocol : undefined;
    if (!protocol || !protocols.includes(protocol)) throw new Error(`must be a URL that starts with ${protocols.join('// or ')}//`);
    return value;
  };
  return setting(names, about, parse, { secret: true, ...options });
}

export function integer(names: Names, about: string, range: { min: number; max: number }, options?: Options): Setting<number> {
  const parse = (value: string) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < range.min || number > range.max) {
      throw new Error(`must be a whole number from ${range.min} to ${range.max}`);
    }
    return number;
  };
  return setting(names, about, parse, options);
}

export function flag(names: Names, about: string, options?: Options): Setting<boolean> {
  return setting(names, about, (value) => choose(value, ['1', 'true', '0', 'false']).match(/1|true/) !== null, options);
}

export function choice<C extends string>(names: Names, about: string, choices: readonly C[], options?: Options): Setting<C> {
  return setting(names, about, (value) => choose(value, choices), options);
}

/** Words separated by commas; every one has to be among the choices. */
export function selection<C extends string>(names: Names, about: string, choices: readonly C[], options?: Options): Setting<C[]> {
  return setting(names, about, (value) => value.split(',').map((word) => choose(word.trim(), choices)), options);
}

export function optional<T>(given: Setting<T>): Setting<T | undefined> {
  return { ...given, optional: true };
}

function choose<C extends string>(value: string, choices: readonly C[]): C {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
  return found;
}
