/**
 * Frequent words of companies, with what Peruvian registers and clerks write for them, with or without a dot. An abbreviation that is as
 * often a word or a name of its own (`ING`, `COM`, `IMP`, `NEG`, `STO`) is not among them.
 */
const lines =
  'servicios serv servs servic|general gral|generales grales grles grals|transportes transp|distribuidora distrib dist|' +
  'constructora constr const|inversiones invers inv|representaciones repres|asociacion asoc|agroindustrias agroind|industrias ind|' +
  'multiservicios multiserv|contratistas contrat|inmobiliaria inmob|agricola agric|pesquera pesq|maquinarias maq|' +
  'empresa emp|hermanos hnos|santa sta';

const full = new Map(
  lines.split('|').flatMap((line) => {
    const [word, ...abbreviations] = line.split(' ');
    return abbreviations.map((abbreviation) => [abbreviation, word!] as const);
  }),
);

/** The word in full, if it is one of these abbreviations. */
export function inFull(word: string): string {
  return full.get(word) ?? word;
}
