import type { Webhook } from './webhook.ts';

export interface FormValues {
  name: string;
  url: string;
  description: string;
  payloadVersion: 'v1' | 'v2';
  standardHeaders: boolean;
  headers: string;
  removesHeaders: boolean;
  usesOAuth: boolean;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  audience: string;
  scope: string;
}

/** The initial values of the form. */
export function valuesOf(webhook?: Webhook): FormValues {
  const { name, url, description, payloadVersion = 'v1', standardHeaders = false, oauth } = webhook ?? {};
  return {
    name: name ?? '',
    url: url ?? '',
    description: description ?? '',
    payloadVersion,
    standardHeaders,
    headers: '',
    removesHeaders: false,
    usesOAuth: Boolean(oauth),
    tokenUrl: oauth?.tokenUrl ?? '',
    clientId: oauth?.clientId ?? '',
    clientSecret: '',
    audience: oauth?.audience ?? '',
    scope: oauth?.scope ?? '',
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Credentials are for the address, the token address and the client that the person saw. */
const belongTogether = ['url', 'headers', 'oauth'];

/**
 * Only what was changed in the form: another administrator may have changed the rest meanwhile. But nobody's credentials may go to an address
 * that somebody else has entered, so these changes are refused if the webhook is no longer as it was when the form was opened.
 */
export function changesOf(values: FormValues, opened: Webhook): Partial<ReturnType<typeof bodyOf>> & { expectedUpdatedAt?: string } {
  const old: Record<string, unknown> = bodyOf(valuesOf(opened));
  const changed = Object.entries(bodyOf(values)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]));
  const isTogether = changed.some(([name]) => belongTogether.includes(name));
  return { ...Object.fromEntries(changed), ...(isTogether && { expectedUpdatedAt: opened.updatedAt }) };
}

/** While three others are active, a new webhook can only be created switched off. */
export function newBodyOf(values: FormValues, { isOff }: { isOff: boolean }) {
  return { ...bodyOf(values), ...(isOff && { active: false }) };
}

/** Headers and secrets that are left empty stay unchanged: their values are never shown. */
export function bodyOf(values: FormValues) {
  const { url, payloadVersion, standardHeaders, headers, removesHeaders, usesOAuth, tokenUrl, clientId, clientSecret } = values;
  const oauth = {
    tokenUrl,
    clientId,
    audience: orNull(values.audience),
    scope: orNull(values.scope),
    ...(clientSecret && { clientSecret }),
  };
  return {
    url: url.trim(),
    name: orNull(values.name),
    description: orNull(values.description),
    payloadVersion,
    standardHeaders,
    oauth: usesOAuth ? oauth : null,
    ...(removesHeaders ? { headers: null } : headers.trim() !== '' && { headers }),
  };
}
