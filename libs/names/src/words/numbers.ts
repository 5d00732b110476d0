const english =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const englishOrdinals = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const spanish = 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'.split(' ');
const spanishOrdinals = 'primer segund tercer cuart quint sext septim octav noven decim'
  .split(' ')
  .flatMap((stem, i) => ['o', 'a'].map((ending) => [stem + ending, i + 1] as const));
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((name, i) => [name, 20 + i * 10] as const);
const spanishTens = ['veinte', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'].map(
  (name, i) => [name, 20 + i * 10] as const,
);

const named = new Map<string, number>([
  ...[english, englishOrdinals, spanish].flatMap((names) => names.map((name, value) => [name, value] as const)),
  ...spanishOrdinals,
  ...tens,
  ...spanishTens,
  ['fourty', 40],
]);

const roman = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/;
const valueOf: Record<string, number> = { i: 1, v: 5, x: 10 };

function romanValue(text: string): number {
  return text.split('').reduce((sum, letter, i) => {
    const value = valueOf[letter]!;
    return sum + (value < (valueOf[text[i + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}

const inDigits = /^([0-9]+)(?:st|nd|rd|th|er|[rdtmvn][oa])?$/;

/** `1st`, `1ro`, `first`, `primero` and, behind another word, `I` are numbers; undefined for other words. */
export function numberIn(text: string, isFirst: boolean): number | undefined {
  const digits = inDigits.exec(text)?.[1];
  if (digits !== undefined) return Number(digits);
  return named.get(text) ?? (!isFirst && roman.test(text) ? romanValue(text) : undefined);
}

/** `forty four` is one number. */
export function addUp(numbers: (number | undefined)[]): { value: number | undefined; words: number }[] {
  return numbers.flatMap((value, i) => {
    const isTens = (tens: number | undefined) => tens !== undefined && tens >= 20 && tens < 100 && tens % 10 === 0;
    const isUnit = (unit: number | undefined) => unit !== undefined && unit > 0 && unit < 10;
    if (isUnit(value) && isTens(numbers[i - 1])) return [];
    return isTens(value) && isUnit(numbers[i + 1]) ? [{ value: value! + numbers[i + 1]!, words: 2 }] : [{ value, words: 1 }];
  });
}
