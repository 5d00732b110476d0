import { isKeepable, unkeepablePlace, VigiaError } from '@vigia/contracts';

/** Checks text at the entry, so that no other code has to. */
function refuseUnkeepable(text: string, place: string): void {
  if (!isKeepable(text)) throw refusal(place);
}

function refuseUnkeepableIn(body: unknown): void {
  const place = unkeepablePlace(body);
  if (place !== undefined) throw refusal(place);
}

function refusal(place: string): VigiaError {
  return VigiaError.of('bad_request', { detail: `${place} must not contain a NUL or half of a surrogate pair` });
}

/**
 * Reduces a request target to a path with its query: scheme and host may precede it, and every server must accept that (RFC 9112, 3.2.2).
 */
export function originFormOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]+\/?/i, '/');
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

/** Splits at the first separator. */
function split(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const deepest = 8;
/** A body of 32 KiB has no more. A larger one may have a long text, but not so many values that reading them stops everybody else's work. */
const mostTokens = 32_768;
/** What every object has: class-transformer drops such fields, so that the check for unknown fields would not see them. */
const pollutingKeys = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);
/** A string without an end runs to the end of the text: searching for one from each of its quotes would take quadratic time. */
const stringOrBracket = /"(?:[^"\\]|\\.)*"?|[{}[\],]/gs;

/** JSON.parse with additional refusals: duplicate keys, polluting keys, deep nesting and text that cannot be stored. */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  // Before the parser, which must not get a text of ten thousand nested brackets, or of a million values.
  refuseShape(text);
  try {
    value = JSON.parse(text);
  } catch {
    throw VigiaError.of('body_not_json');
  }
  refuseKeys(text);
  refuseUnkeepableIn(value);
  return value;
}

function refuseShape(text: string): void {
  let [depth, tokens] = [0, 0];
  for (const [token] of text.matchAll(stringOrBracket)) {
    if ((tokens += 1) > mostTokens) throw VigiaError.of('bad_request', { detail: 'the body has too many values' });
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > deepest) throw VigiaError.of('body_too_deep');
  }
}

/** The text is valid JSON here, so a string is a key exactly if it follows `{`, or a comma inside an object. */
function refuseKeys(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let keyExpected = false;
  for (const [token] of text.matchAll(stringOrBracket)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ',' && keyExpected) refuseKey(open.at(-1), JSON.parse(token) as string);
    keyExpected = (token === '{' || token === ',') && open.at(-1) !== undefined;
  }
}

function refuseKey(keys: Set<string> | undefined, key: string): void {
  if (pollutingKeys.has(key)) throw VigiaError.of('bad_request', { detail: `unknown field ${key}` });
  if (keys?.has(key)) throw VigiaError.of('body_duplicate_key');
  keys?.add(key);
}
