import { PlainError } from '@vigia/contracts';

interface Host {
  host: string;
  port: number;
}

export type BrokerAddress = RedisAddress | { kind: 'postgres' };

/** One Redis, the sentinels that know which Redis is the master, or some nodes of a cluster. */
export type RedisAddress =
  | { kind: 'single'; url: string }
  | ({ kind: 'sentinel'; hosts: Host[]; master: string; db: number; sentinel: Login } & Access)
  | ({ kind: 'cluster'; hosts: Host[] } & Access);

interface Login {
  username?: string;
  password?: string;
}

/** How to log in to the servers that hold the data. */
interface Access extends Login {
  tls: boolean;
}

/** What is wrong with an address. Never contains the address, which may hold a password. */
export class BrokerUrlError extends PlainError {
  override readonly name = 'BrokerUrlError';
}

/** For the description of a setting. */
export const brokerForms = 'a URL that starts with postgres:// or redis:// or rediss:// or redis+sentinel:// or redis+cluster://';

const manyHosts = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@]*)@)?([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const forms = {
  sentinel: 'redis+sentinel://host:26379,host:26379/master',
  cluster: 'redis+cluster://host:6379,host:6379',
};

export function parseBrokerUrl(url: string): BrokerAddress {
  if (/^rediss?\+(sentinel|cluster):\/\//.test(url)) return parseManyHosts(url);
  const { protocol = '', hostname = '' } = URL.canParse(url) ? new URL(url) : {};
  if (/^postgres(ql)?:\/\/[^/]*,/.test(url)) throw new BrokerUrlError('names several hosts: a broker in PostgreSQL needs exactly one');
  if (hostname.includes(',')) throw new BrokerUrlError(`names several hosts: write ${forms.sentinel} or ${forms.cluster}`);
  if (['redis:', 'rediss:'].includes(protocol)) return { kind: 'single', url };
  if (['postgres:', 'postgresql:'].includes(protocol)) return { kind: 'postgres' };
  throw new BrokerUrlError(`must be ${brokerForms}`);
}

/** A text with several hosts is not a valid URL, so this code parses it. */
function parseManyHosts(url: string): RedisAddress {
  const kind = url.includes('+sentinel:') ? 'sentinel' : 'cluster';
  const form = forms[kind];
  const [, scheme, , login = '', names = '', path = '', query = ''] = manyHosts.exec(url) ?? [];
  if (scheme === undefined) throw new BrokerUrlError(`must have the form ${form}`);
  const access = { ...parseLogin(login), tls: scheme === 'rediss' };
  const hosts = parseHosts(names, kind === 'sentinel' ? 26_379 : 6379, form);
  const options = new URLSearchParams(query);
  const surplus = [...options.keys()].find((name) => kind === 'cluster' || !['sentinelUsername', 'sentinelPassword'].includes(name));
  if (surplus !== undefined) throw new BrokerUrlError(`must not have the option ${surplus}`);
  if (kind === 'cluster') {
    if (path !== '') throw new BrokerUrlError('must name no database: a cluster has only one');
    return { kind, hosts, ...access };
  }
  const [master = '', db = '0', ...more] = path.split('/').map(decoded);
  if (master === '' || more.length > 0) throw new BrokerUrlError(`must name the master that the sentinels watch: ${form}`);
  if (!/^\d{1,4}$/.test(db)) throw new BrokerUrlError(`must have a number as its database: ${form}/0`);
  const [username, password] = [options.get('sentinelUsername'), options.get('sentinelPassword')];
  const sentinel = { ...(username && { username }), ...(password && { password }) };
  return { kind, hosts, master, db: Number(db), sentinel, ...access };
}

/** The address without its secrets. */
export function shownAddress(url: string): string {
  const address = parseBrokerUrl(url);
  if (!('hosts' in address)) {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  }
  const hosts = address.hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  return `redis+${address.kind}://${hosts}${address.kind === 'sentinel' ? `/${address.master}` : ''}`;
}

function parseLogin(text: string): Login {
  const [username = '', ...rest] = text.split(':');
  const password = rest.join(':');
  return { ...(username && { username: decoded(username) }), ...(password && { password: decoded(password) }) };
}

function parseHosts(text: string, defaultPort: number, form: string): Host[] {
  return text.split(',').map((entry) => {
    const host = entry.trim();
    if (host === '' || !URL.canParse(`http://${host}`)) throw new BrokerUrlError(`must name hosts and ports separated by commas: ${form}`);
    // A URL leaves out the default port of its protocol.
    const port = /:(\d+)$/.exec(host)?.[1];
    return { host: new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BrokerUrlError('has a percent sign that encodes nothing: write it as %25');
  }
}
