import anyAscii from 'any-ascii';

/** The words of a name as they are compared. */
interface NameTokens {
  tokens: string[];
  /** The same in one text, words in their order. */
  text: string;
}

/** Legal forms as they are written, most specific first. They do not help to tell names apart. */
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

/** Turns a name in any spelling into plain lower-case words. Its legal form is dropped unless nothing else would be left. */
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

const frequent = new Set(
  (
    'de del la las los el y e san santa comercial comercializadora corporacion corp grupo consorcio inversiones servicios generales negociaciones ' +
    'empresa compania industrias industrial distribuidora importaciones exportaciones importadora exportadora agroexportadora transportes ' +
    'constructora contratistas consultoria ingenieria logistica tecnologia textiles confecciones almacenes boticas ferreteria maquinarias ' +
    'pesquera restaurantes representaciones peru peruana internacional asociados hermanos hnos hijos sociedad'
  ).split(' '),
);

/** Many names have these words, so sharing one of them means little. */
export function isFrequent(word: string): boolean {
  return frequent.has(word);
}
