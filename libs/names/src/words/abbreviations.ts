/**
 * Frequent words of companies, with what Peruvian registers and clerks write for them, with or without a dot. An abbreviation that is as
 * often a word or a name of its own (`ING`, `COM`, `IMP`, `NEG`, `STO`) is not among them.
 */
const lines =
  'servicios serv servs servic|general gral|generales grales grles grals|transportes transp|distribuidora distrib dist|' +
  'constructora constr const|inversiones invers inv|representaciones repres|asociacion asoc|agroindustrias agroind|industrias ind|' +
  'multiservicios multiserv|contratistas contrat|inmobiliaria inmob|agricola agric|pesquera pesq|maquinarias maq|' +
  'empresa emp|hermanos hnos|santa sta';

/**
 * These are words or names of their own too, so a name keeps what it has: `AGRO EXPORT` is also written `AGROEXPORT`. The two of a line only
 * count as alike, with or without a dot, which registers set and leave out in one and the same name.
 */
const linesOfWords = 'importaciones import|exportaciones export|negociaciones neg|santo sto';

const full = byAbbreviation(lines);
const fullWord = byAbbreviation(linesOfWords);
const shortWord = new Map([...fullWord].map(([short, long]) => [long, short]));

function byAbbreviation(given: string): ReadonlyMap<string, string> {
  return new Map(
    given.split('|').flatMap((line) => {
      const [word, ...abbreviations] = line.split(' ');
      return abbreviations.map((abbreviation) => [abbreviation, word!] as const);
    }),
  );
}

/** The word in full, if it is nothing but one of these abbreviations. */
export function inFull(word: string): string {
  return full.get(word) ?? word;
}

/** The word in full if it may be an abbreviation, or the abbreviation of this word. */
export function shortOrLong(word: string): string | undefined {
  return fullWord.get(word) ?? shortWord.get(word);
}
