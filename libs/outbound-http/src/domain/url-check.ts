import type { UrlFault } from '@vigia/contracts';
import { isAddress, isException, type AddressGuard } from './address-guard.js';

interface Refused {
  ok: false;
  rule: UrlFault;
  /** The rule in words. */
  reason: string;
}
export type UrlCheck = { ok: true; url: URL } | Refused;

const maxUrlLength = 2048;
const invisibleOrRewritten = /[\s\\\p{Cc}\p{Cf}]/u;
const dnsLabel = /^[a-z0-9-]{1,63}$/;
const internalSuffixes = new Set(['arpa', 'corp', 'home', 'internal', 'intranet', 'lan', 'local', 'localdomain', 'localhost', 'private']);

/** Checks a URL without the network. The reason never repeats the URL, which may hold secrets. */
export function checkUrl(raw: string, guard: AddressGuard): UrlCheck {
  if (raw.length > maxUrlLength) return refused('maxLength', `the URL is longer than ${maxUrlLength} characters`);
  // The URL parser drops tabs and turns "\" into "/": otherwise the URL that is checked would differ from the one that a person reads.
  if (invisibleOrRewritten.test(raw)) return refused('blanks', 'the URL contains whitespace, a control character or a backslash');
  if (raw.includes('#')) return refused('fragment', 'the URL has a fragment');
  if (!URL.canParse(raw)) return refused('relative', 'this is not an absolute URL');

  const url = new URL(raw);
  return faultOfParts(url, guard) ?? faultOfHost(url, guard) ?? { ok: true, url };
}

function faultOfParts(url: URL, guard: AddressGuard): Refused | undefined {
  if (!guard.protocols.has(url.protocol)) return refused('scheme', 'the URL does not start with https://');
  if (url.username !== '' || url.password !== '') return refused('credentials', 'the URL contains a user name or a password');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (guard.ports !== 'any' && !guard.ports.has(port)) return refused('port', `port ${port} is not allowed`);
  return undefined;
}

function faultOfHost(url: URL, guard: AddressGuard): Refused | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isAddress(host)) return isException(host, guard) ? undefined : refused('ipAddress', 'the URL names an IP address; use a host name');
  if (!host.split('.').every((label) => dnsLabel.test(label))) return refused('hostName', 'the host is not a DNS name');
  // An operator who opens private blocks has private names there. Every address is still checked when it is dialled.
  if (isInternalName(host) && guard.exceptions.length === 0) return refused('internalName', 'the host is a name of an internal network');
  return undefined;
}

/** Whether no name server of the Internet knows the name. */
export function isInternalName(host: string): boolean {
  const labels = host.split('.');
  return labels.length < 2 || internalSuffixes.has(labels.at(-1) ?? '');
}

function refused(rule: UrlFault, reason: string): Refused {
  return { ok: false, rule, reason };
}
