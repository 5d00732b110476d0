const centsOfASol = 100;

export const currency = 'PEN' as const;

/** Exact: a sum of cents below 2^53 has only one nearest number with two decimals. */
export function soles(cents: number): number {
  return cents / centsOfASol;
}

/** With two decimals, whatever they are, and without arithmetic on fractions. */
export function solesText(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
