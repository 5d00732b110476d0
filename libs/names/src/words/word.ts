/** The role of a word in a name. */
export type Part =
  | 'telling'
  /** One letter that stands for a word. */
  | 'initial'
  /** Of, the, son of: often left out, and spelled in several ways. */
  | 'particle'
  /** In many names: company, international, Mohammed. */
  | 'frequent'
  /** The name of a country, which sets one branch apart from another. */
  | 'country'
  | 'number';

export interface Word {
  /** In lower-case letters and digits of the Latin alphabet. */
  text: string;
  /** As written, if in another script. */
  written?: string;
  part: Part;
  /** Its share of the name. */
  weight: number;
}

const shareOf: Record<Part, number> = { telling: 1, initial: 0.7, particle: 0.1, frequent: 0.7, country: 0.9, number: 0.85 };
const longestThatCounts = 9;

export function word(text: string, part: Part, written?: string): Word {
  const length = Math.max(2, Math.min(text.length, longestThatCounts));
  return { text, part, weight: Math.sqrt(length) * shareOf[part], ...(written === undefined ? {} : { written }) };
}
