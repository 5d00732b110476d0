export type CustomHeaders = Record<string, string>;
export type HeadersCheck = { ok: true; headers: CustomHeaders } | { ok: false; reason: string };

const mostHeaders = 20;
const longestValue = 2_000;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** No control characters, and nothing that would arrive in an encoding nobody agreed on. */
const printable = /^[\x20-\x7e]*$/;

/** What the delivery itself needs to say, and what would change how the message is framed or where it goes. */
const reservedNames = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'date',
  'user-agent',
  'accept-encoding',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);
const reservedPrefixes = ['content-', 'proxy-', 'x-service-'];

/** The custom headers of a configuration, as the text that was typed. */
export function checkHeaders(text: string, { hasOAuth }: { hasOAuth: boolean }): HeadersCheck {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refused('the headers must be a JSON object');
  const entries = Object.entries(parsed);
  if (entries.length > mostHeaders) return refused(`at most ${mostHeaders} headers can be added`);
  const names = entries.map(([name]) => name.toLowerCase());
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) return refused(`the header ${repeated} is given twice`);
  const fault = entries.map(([name, value]) => faultOf(name, value, hasOAuth)).find(Boolean);
  return fault ? refused(fault) : { ok: true, headers: parsed as CustomHeaders };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Never repeats a value: it may be a secret. */
function faultOf(name: string, value: unknown, hasOAuth: boolean): string | undefined {
  if (!token.test(name)) return 'a header name has characters that HTTP does not allow';
  const lower = name.toLowerCase();
  if (reservedNames.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))) return `the header ${name} is reserved`;
  if (hasOAuth && lower === 'authorization') return 'the header Authorization is set by OAuth 2.0';
  if (typeof value !== 'string') return `the value of the header ${name} must be a string`;
  if (value.length > longestValue) return `the value of the header ${name} is longer than ${longestValue} characters`;
  if (!printable.test(value)) return `the value of the header ${name} may only hold printable ASCII characters`;
  return undefined;
}

function refused(reason: string): HeadersCheck {
  return { ok: false, reason };
}
