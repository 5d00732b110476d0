import { unkeepablePlace, VigiaError } from '@vigia/contracts';

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
  const place = unkeepablePlace(value);
  if (place !== undefined) throw unkeepable(place);
  return value;
}

/** Text is checked at the entry, so that no other code has to. */
export function unkeepable(place: string): VigiaError {
  return VigiaError.of('bad_request', { detail: `${place} must not contain a NUL or half of a surrogate pair` });
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

/** JSON has no parameters, so those of a client do not matter, except for another charset. */
export function isJsonInUtf8(contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every((one) => !one.startsWith('charset') || /^charset="?utf-8"?$/.test(one));
}
