const exact = new Intl.NumberFormat('es-PE', { style: 'currency', currency: 'PEN' });
const short = new Intl.NumberFormat('es-PE', {
  style: 'currency',
  currency: 'PEN',
  notation: 'compact',
  maximumFractionDigits: 1,
  useGrouping: 'always',
});
const counted = new Intl.NumberFormat('es-PE');
const share = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 1 });

/** S/ 1,284,530.40 */
export const soles = (amount: number) => exact.format(amount);

export const solesOfCents = (cents: number) => exact.format(cents / 100);

/** S/ 1.3 M, for axes and for cards. */
export const shortSoles = (amount: number) => short.format(amount);

/** 1,284 */
export const count = (amount: number) => counted.format(amount);

/** +6, −6, 0 */
export const signed = (amount: number) => (amount > 0 ? `+${count(amount)}` : amount < 0 ? `−${count(-amount)}` : '0');

/** 12.3%, from 12.3 */
export const percent = (share100: number) => `${share.format(share100)}%`;

/** +12.3% */
export const change = (share100: number) => `${share100 > 0 ? '+' : ''}${percent(share100)}`;
