const titles = new Set(
  (
    'mr mrs ms miss mister sir madam madame mme dr dra doctor doctora prof professor president presidente prasident general gen colonel col captain capt major ' +
    'lieutenant admiral commander brigadier sheikh shaikh shaykh sheik cheikh haji hajji haj hajj alhaj mullah mulla maulavi maulawi mawlawi imam ' +
    'ayatollah lord lady dame baron baroness count countess duke duchess prince princess king queen emperor herr frau don dona senor senora sr sra srta ' +
    'ing lic abog reverend rev honorable excellency minister ministro chairman chairwoman director secretary comrade monsieur dott engineer'
  ).split(' '),
);

/** Without the titles in front, of which a name may begin with several. A family name may be the same word, so the last one stays. */
export function withoutTitles<T extends { text: string }>(words: T[]): T[] {
  const first = words.findIndex(({ text }, i) => i === words.length - 1 || !titles.has(text));
  return words.slice(Math.max(0, first));
}
