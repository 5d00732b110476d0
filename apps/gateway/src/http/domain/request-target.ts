import { VigiaError } from '@vigia/contracts';
import { refuseUnkeepable } from './keepable-text.js';

/** Path and query have to be text, and text that can be kept, whether anybody reads them or not. */
export function refuseUnreadableTarget(url: string): void {
  const [path, query] = split(url, '?');
  decode(path, 'the path');
  for (const parameter of query.replaceAll('+', ' ').split('&')) {
    const [name, value] = split(parameter, '=');
    decode(value, decode(name, 'the name of a parameter'));
  }
}

export function notEncoded(place: string): VigiaError {
  return VigiaError.of('bad_request', { detail: `${place} is not UTF-8 in percent encoding` });
}

function decode(encoded: string, place: string): string {
  const text = decodedOrNothing(encoded);
  if (text === undefined) throw notEncoded(place);
  refuseUnkeepable(text, place);
  return text;
}

function decodedOrNothing(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** At the first separator. */
function split(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
