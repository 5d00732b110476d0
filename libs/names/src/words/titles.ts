/** Titles that are never family names. */
const abbreviated = new Set('mr mrs ms mme dr dra prof sr sra srta lic abog dott rev'.split(' '));

const titles = new Set([
  ...abbreviated,
  ...(
    'miss mister sir madam madame doctor doctora professor president presidente prasident general gen colonel col captain capt major ' +
    'lieutenant admiral commander brigadier sheikh shaikh shaykh sheik cheikh haji hajji haj hajj alhaj mullah mulla maulavi maulawi mawlawi imam ' +
    'ayatollah lord lady dame baron baroness count countess duke duchess prince princess king queen emperor herr frau don dona senor senora ing ' +
    'reverend honorable excellency minister ministro chairman chairwoman director secretary comrade monsieur engineer'
  ).split(' '),
]);

/**
 * Removes the titles at the front of a name, which may have several; the last word stays. Families are also called Baron, King or Major. So
 * if the family name comes first, only titles that are never family names are removed.
 */
export function withoutTitles<T extends { text: string }>(words: T[], isFamilyFirst: boolean): T[] {
  const left = isFamilyFirst ? abbreviated : titles;
  const first = words.findIndex(({ text }, i) => i === words.length - 1 || !left.has(text));
  return words.slice(Math.max(0, first));
}
