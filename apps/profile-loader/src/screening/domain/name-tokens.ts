import anyAscii from 'any-ascii';

/** The words of a name as they are compared. */
export interface NameTokens {
  tokens: string[];
  /** The same in one text, words in their order. */
  text: string;
}

/** Legal forms as they are written out, most specific first. They say nothing about who somebody is. */
const legalForms = [
  /\bsociedad anonima cerrada\b/,
  /\bsociedad anonima abierta\b/,
  /\bsociedad comercial de responsabilidad limitada\b/,
  /\bempresa individual de responsabilidad limitada\b/,
  /\bsociedad anonima\b/,
  /\bs ?a ?c\b/,
  /\bs ?a ?a\b/,
  /\bs ?(?:c ?)?r ?l(?:tda)?\b/,
  /\be ?i ?r ?l\b/,
  /\bs ?a\b/,
  /\b(?:ltda|limitada|llc|inc|gmbh|corp ltd|ltd)\b/,
];

/** Names in any spelling become plain lower-case words; what a legal form adds is dropped, unless there is nothing else. */
export function nameTokens(name: string): NameTokens {
  const words = anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const withoutForm = legalForms
    .reduce((text, form) => text.replace(form, ' '), words)
    .replaceAll(/ +/g, ' ')
    .trim();
  const text = withoutForm || words;
  return { tokens: text.split(' ').filter(Boolean), text };
}
