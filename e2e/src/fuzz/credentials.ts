import type { Operation, Scheme } from './operations.js';

export type Role = 'client' | 'admin' | 'member' | 'operator' | 'elsewhere' | 'nobody';

/** Who makes a call, as its headers say. */
export interface Credential {
  name: string;
  role: Role;
  /** The corporation that it acts for, if any. */
  owner: string | undefined;
  headers: Record<string, string>;
}

const onlyForAdmins = [/^\w+ \/panel\/v1\/(users|audit)/, /^(POST|PATCH) \/panel\/v1\/webhooks/, /\/resend$/];
/** A user who signs in has a session and a password; everything else belongs to a corporation. */
const ofOneself = /\/panel\/v1\/(session|sessions|password)\b/;

/** Whether a call can be allowed to this role at all. */
export function mayCall({ name, method, scheme }: Operation, role: Role): boolean {
  // A page of another site may read what it can never be shown.
  if (role === 'elsewhere') return method === 'GET' && scheme === 'session';
  if (scheme === 'open') return true;
  if (role === 'nobody' || (role === 'client') !== (scheme !== 'session')) return false;
  if (role === 'client' || role === 'admin') return true;
  return ofOneself.test(name) || (role === 'member' && !onlyForAdmins.some((one) => one.test(name)));
}

/** The two corporations of a run, and what each scheme is called with; the first ones are those that may. */
export const credentialsOf: Record<Scheme, string[]> = {
  basic: ['access key', 'nobody', 'unknown access key', 'revoked access key', 'suspended access key', 'not base64', 'token'],
  bearer: [
    'token',
    'token of the other',
    'nobody',
    'broken token',
    'unsigned token',
    'revoked token',
    'suspended token',
    'admin',
    'access key',
  ],
  session: ['admin', 'member', 'admin of the other', 'operator', 'nobody', 'broken session', 'admin on another site', 'token'],
  open: ['nobody', 'admin', 'admin on another site', 'token'],
};
