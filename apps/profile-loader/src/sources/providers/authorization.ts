import type { AuthEntry } from './provider-file.js';

type ReadSecret = (variable: string) => string;

/** The header that proves who asks. */
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
