import type { VersionProblem } from '@vigia/contracts';

export interface Problem {
  code: VersionProblem;
  detail: string;
}

const unread = 'it has a column that is not read: ';
const lacking = 'it has new columns, and lacks: ';
const mostTold = 10;
const lettersTold = 40;

/**
 * A problem for each new column, so that an acceptance is of these columns alone, however many there are. A column that is renamed and
 * optional would otherwise be lost without a word: so beside new columns, each that the file lacks is a problem too.
 */
export function newColumns(unreadTitles: readonly string[], lackingTitles: readonly string[]): Problem[] {
  if (unreadTitles.length === 0) return [];
  const each = (what: string, titles: readonly string[]) =>
    [...new Set(titles)].toSorted().map((title): Problem => ({ code: 'header', detail: `${what}${title}` }));
  return [...each(unread, unreadTitles), ...each(lacking, lackingTitles)];
}

/** Problems as people read them: all new columns in one line, which has room for some. */
export function shownProblems(problems: readonly Problem[]): Problem[] {
  const titles = (what: string) =>
    problems.flatMap(({ code, detail }) => (code === 'header' && detail.startsWith(what) ? detail.slice(what.length) : []));
  const [isNew, lacks] = [titles(unread), titles(lacking)];
  const others = problems.filter(({ code, detail }) => code !== 'header' || !(detail.startsWith(unread) || detail.startsWith(lacking)));
  if (isNew.length === 0) return others;
  const absent = lacks.length > 0 ? `, and lacks: ${told(lacks)}` : '';
  return [...others, { code: 'header', detail: `it has columns that are not read: ${told(isNew)}${absent}` }];
}

function told(titles: string[]): string {
  const more = titles.length > mostTold ? ` and ${titles.length - mostTold} more` : '';
  const shown = titles.slice(0, mostTold).map((title) => storable(title.slice(0, lettersTold)));
  return `${shown.join(', ')}${more}`;
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair, which remains when a text is cut. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '');
