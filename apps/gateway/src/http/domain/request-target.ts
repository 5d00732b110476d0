import { isKeepable, VigiaError } from '@vigia/contracts';
import { unkeepable } from './strict-json.js';

/**
 * Reduces a request target to a path with its query: scheme and host may precede it, and every server must accept that (RFC 9112, 3.2.2).
 */
export function originFormOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]+\/?/i, '/');
}

/**
 * Without percent signs if the path cannot be decoded: the router would answer it before the call is identified, counted and logged. The
 * call is then refused for its original target.
 */
export function routableFormOf(target: string): string {
  const [path] = split(target, '?');
  return decodedOrNothing(path) === undefined ? path.replaceAll('%', '_') + target.slice(path.length) : target;
}

/** Printable, and nothing to decode. */
const plain = /^[!-$&-~]*$/;

/** Path and query must be text that PostgreSQL can store, even if no code reads them. */
export function refuseUnreadableTarget(url: string): void {
  if (plain.test(url)) return;
  const [path, query] = split(url, '?');
  decode(path, 'the path');
  for (const parameter of query.replaceAll('+', ' ').split('&')) {
    const [name, value] = split(parameter, '=');
    decode(value, decode(name, 'the name of a parameter'));
  }
}

function decode(encoded: string, place: string): string {
  const text = decodedOrNothing(encoded);
  if (text === undefined) throw VigiaError.of('bad_request', { detail: `${place} is not UTF-8 in percent encoding` });
  if (!isKeepable(text)) throw unkeepable(place);
  return text;
}

function decodedOrNothing(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Splits at the first separator. */
function split(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
