import { rucOfDni, type Document, type SourceName } from '@vigia/contracts';
import type { Credentials } from './credentials.js';

const placeholder = /\{([^{}]*)\}/g;

const values = {
  source: (source: SourceName) => source,
  docType: (_source: SourceName, { docType }: Document) => docType,
  taxId: (_source: SourceName, { taxId }: Document) => taxId,
  ruc: (_source: SourceName, document: Document) => rucOf(document),
};
const known = ['base', ...Object.keys(values)];

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** How a provider is asked, without the document. */
export interface Template {
  method: 'GET' | 'POST';
  /** The base is filled in, the document is not. */
  url: string;
  headers: Record<string, string>;
  body?: Json;
  credentials: Pick<Credentials, 'inBody' | 'inQuery'>;
}

/** It may hold a secret: it goes only to the HTTP client. */
export interface Question extends Pick<Template, 'method' | 'headers'> {
  url: string;
  body?: string;
}

/** The question about a document; undefined if it needs a RUC and the document cannot have one. */
export function questionAbout(template: Template, source: SourceName, document: Document): Question | undefined {
  const { method, headers, credentials } = template;
  const url = questionUrl(template.url, source, document);
  const body = template.body === undefined ? null : filledBody(template.body, source, document);
  if (url === undefined || body === undefined) return undefined;
  const { inBody, inQuery } = credentials;
  const whole = inBody ? { ...(body as object), [inBody.name]: inBody.value } : body;
  return {
    method,
    url: inQuery ? withQuery(url, inQuery.name, inQuery.value) : url,
    headers: whole ? { 'content-type': 'application/json', ...headers } : headers,
    ...(whole && { body: JSON.stringify(whole) }),
  };
}

/** The question that fetches the answer to a ticket. */
export function pollingQuestion(address: string, ticket: string, { headers, credentials: { inQuery } }: Template): Question {
  const url = address.replaceAll('{ticket}', () => encodeURIComponent(ticket));
  return { method: 'GET', url: inQuery ? withQuery(url, inQuery.name, inQuery.value) : url, headers };
}

/** The address that answers for a document; undefined if it needs a RUC and the document cannot have one. */
export function questionUrl(template: string, source: SourceName, document: Document): string | undefined {
  return filled(template, source, document, encodeURIComponent);
}

function filledBody(template: Json, source: SourceName, document: Document): Json | undefined {
  if (typeof template === 'string') return filled(template, source, document, (value) => value);
  if (template === null || typeof template !== 'object') return template;
  const parts = Object.entries(template).map(([name, part]) => [name, filledBody(part, source, document)] as const);
  if (parts.some(([, part]) => part === undefined)) return undefined;
  return Array.isArray(template) ? parts.map(([, part]) => part as Json) : (Object.fromEntries(parts) as Json);
}

function filled(template: string, source: SourceName, document: Document, write: (value: string) => string): string | undefined {
  let complete = true;
  const text = template.replaceAll(placeholder, (_whole, name: keyof typeof values) => {
    const value = values[name](source, document);
    complete &&= value !== undefined;
    return write(value ?? '');
  });
  return complete ? text : undefined;
}

function withQuery(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** The RUC under which a document is registered, or would be. */
export function rucOf({ docType, taxId }: Document): string | undefined {
  if (docType === 'RUC') return taxId;
  return docType === 'DNI' ? rucOfDni(taxId) : undefined;
}

/** Whether a provider is asked about a RUC and never about the document itself. */
export function asksByRuc({ url, body = null }: Pick<Template, 'url' | 'body'>): boolean {
  const names = [url, ...textsIn(body)].flatMap(namesIn);
  return names.includes('ruc') && !names.includes('taxId');
}

/** What is wrong with an address, once `{base}` stands for a real one. The document may also be in the body. */
export function templateProblem(template: string, body?: object): string | undefined {
  const inBody = textsIn((body ?? {}) as Json).flatMap(namesIn);
  const unknown = unknownName(namesIn(template));
  if (unknown) return unknown;
  if (![...namesIn(template), ...inBody].some((name) => name === 'taxId' || name === 'ruc'))
    return 'has neither {taxId} nor {ruc}: it would ask the same about everybody';
  if (template.lastIndexOf('{base}') > 0) return 'may have {base} only at its start';
  if (/^\{base\}[^/?]/.test(template)) return 'must go on with "/" or "?" after {base}';
  return addressProblem(template.replace(/^\{base\}/, 'http://base'));
}

export function bodyProblem(body: object): string | undefined {
  const names = textsIn(body as Json).flatMap(namesIn);
  return names.includes('base') ? 'may not have {base}' : unknownName(names);
}

/** What is wrong with an address whose placeholders are known. */
export function addressProblem(template: string): string | undefined {
  const sample = template.replaceAll(placeholder, 'x');
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'is no address that starts with http://, https:// or {base}';
  if (url.username || url.password) return 'holds a user name or password: they belong into "auth"';
  if (/^https?:\/\/[^/?#]*\{/.test(template)) return 'may not choose its host by the document';
  return undefined;
}

function unknownName(names: string[]): string | undefined {
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `has {${unknown}}, which is none of ${known.map((name) => `{${name}}`).join(', ')}`;
}

function namesIn(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name);
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
}
