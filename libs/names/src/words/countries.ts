const languages = ['en', 'es', 'de', 'fr'];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country: `mexico` and `mexiko` are the same one. Undefined if the word names none. */
export function countryOf(text: string): string | undefined {
  // Loaded on first use: reading Unicode's tables would delay the start of processes that never compare names.
  codes ??= readCodes();
  return codes.get(text);
}

/** The names of a country in several languages, by one of them. */
export function countriesLike(text: string): string[] {
  const code = countryOf(text);
  return code === undefined ? [] : [...codes!].flatMap(([name, other]) => (other === code ? [name] : []));
}

/** One-word country names from Unicode's tables, with the code of the country. */
function readCodes(): Map<string, string> {
  const regions = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      return regions.flatMap((region) => {
        const name = names.of(region)?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
        return name !== undefined && /^[a-z]+$/.test(name) ? [[name, region] as const] : [];
      });
    }),
  );
}
