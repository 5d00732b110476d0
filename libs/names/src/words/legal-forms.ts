/** Kinds by the liability of the owners. Forms of one kind are the same form in another country or spelling. */
export type LegalForm = 'stock' | 'limited' | 'partnership' | 'company';

const spellings: Record<LegalForm, string> = {
  stock: `
    plc|public limited company|public limited|jsc|joint stock company|joint stock co|open joint stock company|public joint stock company
    closed joint stock company|ojsc|cjsc|pjsc|oao|zao|pao|ao|aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo
    zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|ag|aktiengesellschaft|sa|sociedad anonima|societe anonyme
    sociedad anonima cerrada|sociedad anonima abierta|sac|saa|sociedad por acciones cerrada simplificada|sacs|soc anonima|soc anonima cerrada
    soc anonima cerr|soc anonima abierta|soc anon|soc anon cerrada|soc anon cerr|soc anon abierta
    spa|societa per azioni|nv|naamloze vennootschap|as|ab|aktiebolag|asa|oyj|se
    societas europaea|bhd|berhad|pt|perseroan terbatas|tbk|sa de cv|sociedad anonima de capital variable|dd|ad|kk|kabushiki kaisha
    inc|incorporated|incorporation|corp|corporation|na|national association`,
  limited: `
    llc|limited liability company|limited liability co|limited|ltd|ltda|sr ltda|src ltda|limitada|limited company|co ltd|company limited|company ltd|pte ltd
    pty ltd|pte|pty|proprietary limited|private limited|pvt ltd|private ltd|gmbh|gesellschaft mit beschrankter haftung
    gesellschaft mit beschraenkter haftung|ug|srl|scrl|sociedad de responsabilidad limitada|sociedad comercial de responsabilidad limitada
    societatea cu raspundere limitata|societa a responsabilita limitata|sarl|societe a responsabilite limitee|sas
    sociedad comercial de responsabilidad ltda|soc comercial de responsabilidad ltda|soc com de resp ltda|soc com resp ltda|soc com respons ltda|scr ltda
    sociedad civil de responsabilidad limitada|sociedad civil de responsabilidad ltda|soc civil de resp ltda|s civil de rl|s civil de r ltda
    sociedad por acciones simplificada|societe par actions simplifiee|eirl|empresa individual de responsabilidad limitada|eir ltda
    empresa individual de responsabilidad ltda|empresa individual de resp ltda|emp individual de resp ltda|emp indiv de resp ltda|emp ind de resp ltda|ooo
    obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichennoi otvetstvennostyu|obshchestvo s ogranichennoj otvetstvennostyu
    tov|too|bv|besloten vennootschap|bvba|sp zoo|sp z oo|spzoo|spolka z ograniczona odpowiedzialnoscia|sro|spol sro|doo|kft|zrt|sia|uab|oy
    aps|sdn bhd|sendirian berhad|fze|fzco|fzc|fz llc|sl|sociedad limitada|lda|eood|ood`,
  partnership: 'lp|limited partnership|llp|limited liability partnership|kg|kommanditgesellschaft|gmbh and co kg|ag and co kg|cv|scs|kgaa',
  company: 'co|company|and co|and company|cia|cie',
};

/** Endings that a law requires in the name of the same company: while it is wound up, or if it is a branch. */
const endings = (
  'en liquidacion|en liq|in liquidation|en disolucion|en disolucion y liquidacion|' +
  'sucursal|sucursal peru|sucursal del peru|sucursal en peru|sucursal en el peru|sucursal peruana'
)
  .split('|')
  .map((ending) => ending.split(' '));

const forms = new Map(
  Object.entries(spellings).flatMap(([form, list]) =>
    list.split(/[|\n]/).flatMap((spelling) => (spelling.trim() ? [[spelling.trim(), form as LegalForm] as const] : [])),
  ),
);
/** The number of words in the longest form that begins with this word. */
const longestFrom = new Map<string, number>();
for (const spelling of forms.keys()) {
  const [first, ...others] = spelling.split(' ');
  longestFrom.set(first!, Math.max(longestFrom.get(first!) ?? 0, others.length + 1));
}

export function beginsLegalForm(word: string): boolean {
  return longestFrom.has(word);
}

const spelledInPeru = ['eirl', 'scrl', 'sacs', 'sac', 'saa', 'srl'];

/** How many of these letters, at their end, are a form. `SA` is as likely a part of the acronym before it, and so are forms of elsewhere. */
export function formAtEnd(letters: string): number {
  return spelledInPeru.find((form) => letters.length > form.length && letters.endsWith(form))?.length ?? 0;
}

interface Found<T> {
  form?: LegalForm;
  rest: T[];
}

/** Removes the legal form, wherever it stands, and the required endings. A name that is nothing else keeps its words. */
export function withoutLegalForm<T extends { text: string }>(named: T[]): Found<T> {
  const words = withoutEndings(named);
  const rest: T[] = [];
  let form: LegalForm | undefined;
  for (let i = 0; i < words.length;) {
    const length = formAt(words, i);
    if (length === 0) {
      rest.push(words[i]!);
      i += 1;
      continue;
    }
    const found = forms.get(textOf(words, i, length))!;
    if (form === undefined || form === 'company') form = found;
    i += length;
  }
  if (rest.length === 0) return { rest: words };
  return form === undefined ? { rest } : { form, rest: withoutEndings(rest) };
}

function withoutEndings<T extends { text: string }>(words: T[]): T[] {
  const ending = endings.find((one) => one.length < words.length && one.every((text, i) => words.at(i - one.length)!.text === text));
  return ending ? withoutEndings(words.slice(0, -ending.length)) : words;
}

/** How many words from here are a form. A single word counts only near an end: in the middle it is an ordinary word. */
function formAt<T extends { text: string }>(words: T[], from: number): number {
  const longest = longestFrom.get(words[from]!.text) ?? 0;
  for (let length = Math.min(longest, words.length - from); length > 0; length--) {
    const isNearAnEnd = from === 0 || words.length - from <= 3;
    if (forms.has(textOf(words, from, length)) && (length > 1 || isNearAnEnd)) return length;
  }
  return 0;
}

function textOf(words: { text: string }[], from: number, length: number): string {
  return words
    .slice(from, from + length)
    .map(({ text }) => text)
    .join(' ');
}
