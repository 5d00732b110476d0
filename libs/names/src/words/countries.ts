const languages = ['en', 'es', 'de', 'fr'];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

let codes: ReadonlyMap<string, string> | undefined;

/** `mexico` and `mexiko` are one country; undefined for a word that is none. */
export function countryOf(text: string): string | undefined {
  // Reading Unicode's tables takes longer than a process that never compares names should wait for its start.
  codes ??= readCodes();
  return codes.get(text);
}

/** The names of a country in several languages, by one of them. */
export function countriesLike(text: string): string[] {
  const code = countryOf(text);
  return code === undefined ? [] : [...codes!].flatMap(([name, other]) => (other === code ? [name] : []));
}

/** Names of one word, as Unicode's tables have them, with the code of the country. */
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
