import { rucOfDni, type Document, type SourceName } from '@vigia/contracts';

const placeholder = /\{([^{}]*)\}/g;

const values = {
  source: (source: SourceName) => source,
  docType: (_source: SourceName, { docType }: Document) => docType,
  taxId: (_source: SourceName, { taxId }: Document) => taxId,
  ruc: (_source: SourceName, document: Document) => rucOf(document),
};
const known = ['base', ...Object.keys(values)];

/** Where a source is asked about a document; nowhere when its address needs a RUC and the document cannot have one. */
export function questionUrl(template: string, source: SourceName, document: Document): string | undefined {
  let complete = true;
  const url = template.replaceAll(placeholder, (_whole, name: keyof typeof values) => {
    const value = values[name](source, document);
    complete &&= value !== undefined;
    return encodeURIComponent(value ?? '');
  });
  return complete ? url : undefined;
}

/** What is wrong with a template, once `{base}` stands for a real address. */
export function templateProblem(template: string): string | undefined {
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) return `has {${unknown[0]}}, which is none of ${known.map((name) => `{${name}}`).join(', ')}`;
  if (!names.includes('taxId') && !names.includes('ruc')) return 'has neither {taxId} nor {ruc}: it would ask the same about everybody';
  if (template.lastIndexOf('{base}') > 0) return 'may have {base} only at its start';
  if (/^\{base\}[^/?]/.test(template)) return 'must go on with "/" or "?" after {base}';
  const sample = template.replace(/^\{base\}/, 'http://base').replaceAll(placeholder, 'x');
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'is no address that starts with http://, https:// or {base}';
  if (url.username || url.password) return 'holds a user name or password: they belong into "auth"';
  if (/^https?:\/\/[^/?#]*\{/.test(template)) return 'may not choose its host by the document';
  return undefined;
}

function rucOf({ docType, taxId }: Document): string | undefined {
  if (docType === 'RUC') return taxId;
  return docType === 'DNI' ? rucOfDni(taxId) : undefined;
}
