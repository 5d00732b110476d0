export type CustomHeaders = Record<string, string>;
type HeadersCheck = { ok: true; headers: CustomHeaders } | { ok: false; reason: string };

const mostHeaders = 20;
/** Names and values together. */
const mostCharacters = 4096;
/** RFC 9110. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** No control characters, and nothing outside ASCII, which has no agreed encoding. */
const printable = /^[\x20-\x7e]*$/;

const ofTheDelivery = ['user-agent', 'accept-encoding'];
/** These change how the request is framed or where it goes. */
const ofTheConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'date'];
/** These let a request claim to come from a proxy, a browser or a machine in a cloud. */
const ofOthers = ['via', 'forwarded', 'x-real-ip', 'cookie', 'metadata', 'metadata-flavor'];
const reservedNames = new Set([...ofTheDelivery, ...ofTheConnection, ...ofOthers]);
const reservedPrefixes = ['content-', 'proxy-', 'sec-', 'x-forwarded-', 'x-service-', 'webhook-', 'x-aws-ec2-metadata-token'];

/** The custom headers of a configuration, as the JSON text that a user typed. */
export function checkHeaders(text: string, { hasOAuth }: { hasOAuth: boolean }): HeadersCheck {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refused('the headers must be a JSON object');
  const entries = Object.entries(parsed);
  if (entries.length > mostHeaders) return refused(`at most ${mostHeaders} headers can be added`);
  const fault = entries.map(([name, value]) => faultOf(name, value, hasOAuth)).find(Boolean);
  if (fault) return refused(fault);
  const headers = parsed as CustomHeaders;
  const repeated = repeatedName(text);
  if (repeated !== undefined) return refused(`the header ${repeated} is given twice`);
  const characters = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return characters > mostCharacters ? refused('the headers are longer than 4 KiB in all') : { ok: true, headers };
}

/** JSON.parse silently keeps the last of two equal names. The text is known to be JSON, so a string before a colon is a name. */
function repeatedName(text: string): string | undefined {
  const names = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/gs)]
    .filter(([, , colon]) => colon)
    .map(([, name]) => JSON.parse(name!) as string);
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name.toLowerCase()).size);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text never quotes a value, which may be a secret. */
function faultOf(name: string, value: unknown, hasOAuth: boolean): string | undefined {
  if (!token.test(name)) return 'a header name has characters that HTTP does not allow';
  const lower = name.toLowerCase();
  if (reservedNames.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))) return `the header ${name} is reserved`;
  if (hasOAuth && lower === 'authorization') return 'the header Authorization is set by OAuth 2.0';
  if (typeof value !== 'string') return `the value of the header ${name} must be a string`;
  if (!printable.test(value)) return `the value of the header ${name} may only hold printable ASCII characters`;
  return undefined;
}

function refused(reason: string): HeadersCheck {
  return { ok: false, reason };
}
