import { PlainError } from '@vigia/contracts';

/** For the description of a setting. */
export const databaseForms = 'a URL that starts with postgres:// or postgresql://; several hosts are separated by commas';

/** What is wrong with a URL. Never contains the URL, which may hold a password. */
class DatabaseUrlError extends PlainError {
  override readonly name = 'DatabaseUrlError';
}

const form = /^(postgres(?:ql)?:\/\/)((?:[^@/]*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/;
/** The names that libpq uses. Both mean the server that takes writes, the only one that a service can use. */
const knownTargets = ['read-write', 'primary'];

/** One URL for each host in `postgres://user:password@one:5432,other:5432/vigia`. */
export function databaseUrls(url: string): [string, ...string[]] {
  const [, protocol, login = '', hosts = '', path = '', query = ''] = form.exec(url) ?? [];
  if (protocol === undefined) throw new DatabaseUrlError(`must be ${databaseForms}`);
  const options = new URLSearchParams(query);
  const target = options.get('target_session_attrs');
  if (target !== null && !knownTargets.includes(target)) {
    throw new DatabaseUrlError(
      `must ask for the server that accepts writes: target_session_attrs may only be ${knownTargets.join(' or ')}`,
    );
  }
  options.delete('target_session_attrs');
  const rest = `${path}${options.size > 0 ? `?${options.toString()}` : ''}`;
  const [first, ...others] = hosts.split(',').map((host) => `${protocol}${login}${host.trim()}${rest}`) as [string, ...string[]];
  const isNamed = hosts.split(',').every((host) => host.trim() !== '') || others.length === 0;
  if (!isNamed || ![first, ...others].every((one) => URL.canParse(one))) throw new DatabaseUrlError(`must be ${databaseForms}`);
  return [first, ...others];
}
