import type { AuthEntry } from './provider-file.js';

type ReadSecret = (variable: string) => string;

/** A secret that is sent in the question itself, under a name. */
interface NamedSecret {
  name: string;
  value: string;
}

/** How the provider identifies us. If it accepts a header, a header is better: it is not part of an address. */
export interface Credentials {
  headers: Record<string, string>;
  inBody?: NamedSecret;
  inQuery?: NamedSecret;
  /** Values that no stored answer may contain. */
  secrets: string[];
}

export function credentialsOf(auth: AuthEntry, secretOf: ReadSecret): Credentials {
  const { header, bearer, basic, body, query } = auth;
  const variable = secretVariableOf(auth);
  const value = variable === undefined ? '' : secretOf(variable);
  const secrets = value === '' ? [] : [value];
  if (header) return { headers: { [header.name]: value }, secrets };
  if (bearer) return { headers: { authorization: `Bearer ${value}` }, secrets };
  if (basic) return { headers: { authorization: `Basic ${Buffer.from(`${basic.user}:${value}`).toString('base64')}` }, secrets };
  if (body) return { headers: {}, inBody: { name: body.name, value }, secrets };
  if (query) return { headers: {}, inQuery: { name: query.name, value }, secrets };
  return { headers: {}, secrets };
}

export function secretVariableOf({ header, bearer, basic, body, query }: AuthEntry): string | undefined {
  return (header ?? bearer ?? basic ?? body ?? query)?.secretVariable;
}
