interface WrittenDocument {
  type: string;
  number: string;
}

/**
 * `Libyan passport No. 513519`: the words before the number give its type, wherever the list has put them. Null if there is no type. The
 * work grows with the length of the texts, and not with its square: a hostile text may be long.
 */
export function writtenDocument(type: string, listed: string): WrittenDocument | null {
  const number = withoutNote(listed);
  const written = number === '' ? type : number;
  const space = written.search(/\s\S*$/);
  const [words, last] = [written.slice(0, Math.max(space, 0)), written.slice(space + 1)];
  if (/[a-z]{4}/i.test(words) && /\d/.test(last)) return { type: number === '' ? words : `${type} (${words})`, number: last };
  return type === '' ? null : { type, number };
}

/** `381110042 (Expired 25 Jan. 2016)`, `R00012098, South Sudan` */
function withoutNote(number: string): string {
  const bare = number.replace(/(?<!\s)\s*\([^()]*\)\s*$/, '').replace(/,[\sA-Za-z]+$/, '');
  return /\d/.test(bare) ? bare : number;
}
