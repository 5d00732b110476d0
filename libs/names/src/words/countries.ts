const languages = ['en', 'es', 'de', 'fr'];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Names of one word, as Unicode's tables have them, with the code of the country. */
const codes = new Map(
  languages.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    const regions = letters.flatMap((first) => letters.map((second) => first + second));
    return regions.flatMap((region) => {
      const name = names.of(region)?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
      return name !== undefined && /^[a-z]+$/.test(name) ? [[name, region] as const] : [];
    });
  }),
);

/** `mexico` and `mexiko` are one country; undefined for a word that is none. */
export function countryOf(text: string): string | undefined {
  return codes.get(text);
}
