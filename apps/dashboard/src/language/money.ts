const exact = new Intl.NumberFormat('es-PE', { style: 'currency', currency: 'PEN' });
const whole = new Intl.NumberFormat('es-PE', { style: 'currency', currency: 'PEN', maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('es-PE', { style: 'currency', currency: 'PEN', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const million = 1_000_000;
const counted = new Intl.NumberFormat('es-PE');
const share = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 2 });

/** S/ 1,284,530.40 */
export const soles = (amount: number) => exact.format(amount);

export const solesOfCents = (cents: number) => exact.format(cents / 100);

/**
 * S/ 1.3 M, or S/ 850,300 below a million, or S/ 0.40 below ten, for axes and for cards. The compact notation of es-PE has K and MRD, which
 * nobody writes in Peru.
 */
export function shortSoles(amount: number): string {
  const size = Math.abs(amount);
  if (size >= million) return `${tenths.format(amount / million)} M`;
  return (size > 0 && size < 10 ? exact : whole).format(amount);
}

/** 1,284 */
export const count = (amount: number) => counted.format(amount);

/** +6, −6, 0 */
export const signed = (amount: number) => (amount > 0 ? `+${count(amount)}` : amount < 0 ? `−${count(-amount)}` : '0');

/** 12.34%, from 12.34. A part is never rounded to nothing or to the whole. */
export function percent(share100: number): string {
  const isPart = share100 > 0 && share100 < 100;
  return `${share.format(isPart ? Math.min(99.99, Math.max(0.01, share100)) : share100)}%`;
}

/** +12.34% */
export const change = (share100: number) => `${share100 > 0 ? '+' : share100 < 0 ? '-' : ''}${percent(Math.abs(share100))}`;
