/** The answer names its series and leaves out their codes. */
const series: [string, RegExp][] = [
  ['PN01207PM', /promedio del periodo.*interbancario.*promedio$/],
  ['PN01205PM', /promedio del periodo.*interbancario.*compra$/],
  ['PN01206PM', /promedio del periodo.*interbancario.*venta$/],
  ['PD04639PD', /sbs.*compra$/],
  ['PD04640PD', /sbs.*venta$/],
  ['PD04637PD', /interbancario.*compra$/],
  ['PD04638PD', /interbancario.*venta$/],
];

/** The code of a series, or its name as it is where this version does not know it. */
export function seriesOf(name: string): { code: string; isKnown: boolean } {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
  const code = series.find(([, pattern]) => pattern.test(plain))?.[0];
  return { code: code ?? name.trim(), isKnown: code !== undefined };
}
