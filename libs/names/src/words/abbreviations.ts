/**
 * Frequent words of companies, with what Peruvian registers and clerks write for them, with or without a dot. An abbreviation that is as
 * often a word or a name of its own (`ING`, `COM`, `IMP`) is not among them.
 */
const lines =
  'servicios serv servs servic|general gral|generales grales grles grals|transportes transp|distribuidora distrib dist|' +
  'constructora constr const|inversiones invers inv|representaciones repres|asociacion asoc|agroindustrias agroind|industrias ind|' +
  'multiservicios multiserv|contratistas contrat|inmobiliaria inmob|agricola agric|pesquera pesq|maquinarias maq|' +
  'empresa emp|hermanos hnos|santa sta';

/** These are words or names of their own too, and short only with a dot: `AGRO EXPORT` is also written `AGROEXPORT`. */
const linesWithDot = 'importaciones import|exportaciones export|negociaciones neg|santo sto';

const full = byAbbreviation(lines);
const fullWithDot = byAbbreviation(linesWithDot);

function byAbbreviation(given: string): ReadonlyMap<string, string> {
  return new Map(
    given.split('|').flatMap((line) => {
      const [word, ...abbreviations] = line.split(' ');
      return abbreviations.map((abbreviation) => [abbreviation, word!] as const);
    }),
  );
}

/** The word of this name in full, if it is one of these abbreviations. */
export function inFull(word: string, name: string): string {
  const withDot = fullWithDot.get(word);
  if (withDot !== undefined && new RegExp(`\\b${word}\\.`, 'i').test(name)) return withDot;
  return full.get(word) ?? word;
}
