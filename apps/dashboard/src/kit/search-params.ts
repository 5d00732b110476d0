/** The texts after `?` in the URL, each of which may be missing. A list is a text with commas. */
type Search<Name extends string> = { [N in Name]?: string | undefined };

/** The search schema of a route: only its names. */
export function search<Name extends string>(...names: Name[]) {
  return (given: Record<string, unknown>): Search<Name> =>
    Object.fromEntries(
      names.flatMap((name) => (typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [])),
    ) as Search<Name>;
}

/** Numbers stay texts: a RUC is not a number. */
export const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function writeSearch(given: Record<string, unknown>): string {
  const entries = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}
