import { panelOperations, rolesFor, type UserRole } from '@vigia/contracts';
import type { Operation, Scheme } from './operations.js';

export type Role = 'client' | UserRole | 'elsewhere' | 'nobody';

/** Who makes a call, according to its headers. */
export interface Credential {
  name: string;
  role: Role;
  /** The corporation that it acts for, if any. */
  owner: string | undefined;
  headers: Record<string, string>;
}

/** For the panel: who may call what, where the role matters. */
const rolesOf = new Map(panelOperations.map((one) => [`${one.method} ${one.path.replaceAll(/:(\w+)/g, '{$1}')}`, rolesFor(one)]));

/** Whether a call can be allowed for this role at all. */
export function mayCall({ name, method, scheme }: Operation, role: Role): boolean {
  // A page of another site may send a read whose answer it can never see.
  if (role === 'elsewhere') return method === 'GET' && scheme === 'session';
  if (scheme === 'open') return true;
  if (role === 'nobody' || (role === 'client') !== (scheme !== 'session')) return false;
  return role === 'client' || (rolesOf.get(name)?.includes(role) ?? true);
}

/** For each scheme the credentials that a run calls it with, of both corporations: the first one has the right. */
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
  session: ['admin', 'analyst', 'member', 'admin of the other', 'operator', 'nobody', 'broken session', 'admin on another site', 'token'],
  open: ['nobody', 'admin', 'admin on another site', 'token'],
};

/** For an operation of operators only, the operator is the first one with the right. */
export function credentialsFor({ name, scheme }: Operation): string[] {
  const all = credentialsOf[scheme];
  return rolesOf.get(name)?.includes('operator')
    ? all.toSorted((one, other) => Number(other === 'operator') - Number(one === 'operator'))
    : all;
}
