import { rucOfDni, type Document, type SourceName } from '@vigia/contracts';
import jsonata from 'jsonata';
import type { AuthEntry } from './provider-file.js';

const placeholder = /\{([^{}]*)\}/g;

const values = {
  source: (source: SourceName) => source,
  docType: (_source: SourceName, { docType }: Document) => docType,
  taxId: (_source: SourceName, { taxId }: Document) => taxId,
  ruc: (_source: SourceName, document: Document) => rucOf(document),
};
const known = ['base', ...Object.keys(values)];

/** The address that answers for a document; undefined when it needs a RUC and the document cannot have one. */
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

type ReadSecret = (variable: string) => string;

/** The header by which the provider knows us. */
export function authorizationHeader({ header, bearer, basic }: AuthEntry, secretOf: ReadSecret): Record<string, string> {
  if (header) return { [header.name]: secretOf(header.secretVariable) };
  if (bearer) return { authorization: `Bearer ${secretOf(bearer.secretVariable)}` };
  if (!basic) return {};
  const pair = `${basic.user}:${secretOf(basic.secretVariable)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

export function secretVariableOf({ header, bearer, basic }: AuthEntry): string | undefined {
  return (header ?? bearer ?? basic)?.secretVariable;
}

/**
 * JSONata checks them itself between two steps: it does not return to the event loop, so a timer of ours could not fire. One
 * built-in function, such as a regular expression, is not interrupted.
 */
const limits = { timeout: 500, stack: 500, sequence: 200_000 };

export interface AnswerExpression {
  evaluate(body: unknown): Promise<unknown>;
}

/** Throws an error whose message says what is wrong with the text and where. */
export function compileExpression(text: string): AnswerExpression {
  try {
    return jsonata(text, limits);
  } catch (error) {
    const { code, position, message } = error as jsonata.JsonataError;
    throw new Error(`is no JSONata expression: ${message} (${code} at character ${position})`, { cause: error });
  }
}
