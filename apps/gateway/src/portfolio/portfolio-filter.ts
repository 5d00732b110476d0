import { numberSign, standings, type PortfolioFilters } from '@vigia/contracts';
import { sql } from '@vigia/database';

/**
 * The profiles of a corporation that match a filter. A filter that is not given is null and drops out of the plan. A number comes in
 * capitals, and its letters match in either case. Without letters both bounds of its range begin with the number itself. With a number, one
 * word is its alternative: the row of a query that has just ended may still hold its name.
 */
export const isAsked = sql`
  corporation_id = $1 AND standing = ANY($2) AND ($3::text[] IS NULL OR mode = ANY($3)) AND ($4::text[] IS NULL OR estado = ANY($4))
  AND ($5::smallint[] IS NULL OR alert = ANY($5)) AND ($6::smallint[] IS NULL OR compliance = ANY($6))
  AND ($7::smallint[] IS NULL OR light_rank = ANY($7)) AND ($8::smallint[] IS NULL OR rating = ANY($8))
  AND ($9::text IS NULL OR taxpayer_condition = $9)
  AND ($10::text IS NULL OR tax_id >= least($10, lower($10)) AND tax_id <= greatest($10, lower($10)) || 'zzzzzzzzzzzz' AND starts_with(upper(tax_id), $10)
    OR $11::text IS NOT NULL AND standing <> 'ended' AND search LIKE $11)
  AND ($11::text IS NULL OR $10::text IS NOT NULL OR search LIKE $11) AND ($12::text IS NULL OR search LIKE $12)
  AND ($13::text IS NULL OR search LIKE $13) AND ($14::text[] IS NULL OR search LIKE ALL($14))
  AND ($15::date IS NULL OR expires_at > $15::date::timestamp AT TIME ZONE 'America/Lima')
  AND ($16::date IS NULL OR expires_at <= $16::date::timestamp AT TIME ZONE 'America/Lima')
  AND ($17::date IS NULL OR changed_at >= $17::date::timestamp AT TIME ZONE 'America/Lima')
  AND ($18::date IS NULL OR alert_code IS DISTINCT FROM 'SH30' AND (tax_id, doc_type) IN (
    SELECT move.tax_id, move.doc_type FROM profiles.alert_move AS move
    WHERE move.corporation_id = $1 AND from_alert = $19 AND to_alert = $20
      AND moved_at >= $18::date::timestamp AT TIME ZONE 'America/Lima' AND moved_at < ($18::date + 7)::timestamp AT TIME ZONE 'America/Lima'))
  AND ($21::text[] IS NULL OR tax_id = ANY($21))`;

/** How many words are looked up in the index of names, longest first; the others are checked in the rows that it finds. */
const soughtWords = 3;
/** Matched after the separators were removed, whatever they were. */
const isNumber = /^(?:\d+|[A-Za-z]{1,4}\d{5,})$/;
/** One word that may be a CE or its beginning, because many names begin with a digit. */
const isWordOfNumber = /^(?:[A-Za-z]{0,4}\d{5,}[0-9A-Za-z]*|\d[0-9A-Za-z]{8,11})$/;
/** One word that may begin a number and a name. A shorter one is no help with a CE, and names with its digits are too many. */
const isEither = /^\s*[0-9A-Za-z]{3,12}\s*$/;
/** As the files of Vigía write a document, before its number: `RUC 20990000019`, `CE SIM000002`; or as people do: `RUC N° 20990000019`. */
const kindOfNumber = new RegExp(`^\\s*(?:RUC|DNI|CE)[\\s:.-]+(?:${numberSign})?(?=\\S*\\d)`, 'i');

export function valuesOf(corporationId: string, filters: PortfolioFilters): unknown[] {
  const { q, alert, compliance, light, rating, condition, expiresFrom, expiresBefore, changedSince, moved } = filters;
  const { number, words } = soughtBy(q);
  const [week = null, from = null, to = null] = moved?.split('.') ?? [];
  // No profile has a name without letters and digits.
  const patterns = q !== undefined && number === null && words.length === 0 ? ['-'] : words.map((word) => `%${word}%`);
  const others = patterns.slice(soughtWords);
  return [
    corporationId,
    listedStandings(filters),
    list(filters.mode),
    list(filters.estado),
    ...[alert, compliance, light, rating].map((ranks) => list(ranks)?.map(Number) ?? null),
    condition ?? null,
    number,
    ...Array.from({ length: soughtWords }, (_, place) => patterns[place] ?? null),
    others.length > 0 ? others : null,
    expiresFrom ?? null,
    expiresBefore ?? null,
    changedSince ?? null,
    week,
    from,
    to,
    list(filters.taxIds),
  ];
}

export function listsEnded(filters: PortfolioFilters): boolean {
  return listedStandings(filters).includes('ended');
}

/**
 * Queries that have ended are listed only if they are asked for, and by no fact: the row of one that has just ended may still hold its facts.
 * A word without a digit is most likely a name, and a list with ended queries is slow for a word that many names have.
 */
function listedStandings({ standing, q, alert, compliance, light, rating, condition, changedSince, moved }: PortfolioFilters): string[] {
  const facts = [alert, compliance, light, rating, condition, changedSince, moved];
  const { number, words } = soughtBy(q);
  const asksName = words.length > 0 && !/\d/.test(number ?? '');
  const asksFacts = facts.some((one) => one !== undefined) || asksName;
  return (list(standing) ?? standings.filter((one) => one !== 'ended')).filter((one) => !asksFacts || one !== 'ended');
}

function list(text: string | undefined): string[] | null {
  return text?.split(',') ?? null;
}

/** A number has at most one word beside it, which is then looked for in its place. */
function soughtBy(q: string | undefined): { number: string | null; words: string[] } {
  if (q === undefined) return { number: null, words: [] };
  const written = q.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Pd}\u2212]/gu, '-');
  const asked = written.replace(kindOfNumber, '');
  const number = asked.replaceAll(/[\s.-]/g, '').toUpperCase();
  const isOneWord = /^\s*\S+\s*$/.test(asked);
  const mayBeEither = isEither.test(asked) && !isWordOfNumber.test(number);
  if (mayBeEither) return { number, words: wordsOf(asked) };
  const isNumberOnly = isNumber.test(number) || (isOneWord && isWordOfNumber.test(number));
  return isNumberOnly ? { number, words: [] } : { number: null, words: wordsOf(written) };
}

/** `n°`, `nº` (here `no`), `nro.` before a number: a name may have been stored with another of them. */
const beforeNumber = /(?<![a-z0-9])n(?:um(?:ero)?|ro|\.?o|\.?\s*°)[.:°]*\s*(?=\d)/g;

/**
 * In the form in which the search keeps profile names, longest first. It keeps one word for `D'ONOFRIO` and two for `D´ONOFRIO`; both have
 * the parts beside the apostrophe.
 */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').toLowerCase();
  const words = plain
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(beforeNumber, '')
    .replaceAll('.', '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return [...new Set(words)].sort((one, other) => other.length - one.length);
}
