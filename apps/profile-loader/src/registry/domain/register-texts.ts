/** A day as the registers of the state print it, dd/mm/yyyy, from either way of writing it. Null for what is no day. */
export function printedDay(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(given.trim());
  if (iso) return `${iso[3]}/${iso[2]}/${iso[1]}`;
  return /^[0-9]{2}\/[0-9]{2}\/[0-9]{4}$/.test(given.trim()) ? given.trim() : null;
}

export function printedText(given: unknown): string | null {
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.replaceAll(/\s+/g, ' ').trim() : '';
  return text === '' || text === '-' ? null : text;
}

/** An amount as it is published; null for what is none. */
export function printedAmount(given: unknown): number | null {
  const text = printedText(given);
  const amount = text === null ? NaN : Number(text.replaceAll(',', ''));
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}

/** The instant at which a published day begins in Peru, which has no summer time. */
export function beginningOf(day: string): string {
  return `${day}T05:00:00.000Z`;
}
