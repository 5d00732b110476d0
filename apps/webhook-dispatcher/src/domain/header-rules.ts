import { headersAreTooLong, isHeaderName, isHeaderValue, isReservedHeader, mostHeaders, repeatedHeader } from '@vigia/contracts';

export type CustomHeaders = Record<string, string>;
type HeadersCheck = { ok: true; headers: CustomHeaders } | { ok: false; reason: string };

/** The custom headers of a configuration, as the JSON text that a user typed. */
export function checkHeaders(text: string, { hasOAuth }: { hasOAuth: boolean }): HeadersCheck {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refused('the headers must be a JSON object');
  const entries = Object.entries(parsed);
  if (entries.length > mostHeaders) return refused(`at most ${mostHeaders} headers can be added`);
  const fault = entries.map(([name, value]) => faultOf(name, value, hasOAuth)).find(Boolean);
  if (fault) return refused(fault);
  const headers = parsed as CustomHeaders;
  const repeated = repeatedHeader(text);
  if (repeated !== undefined) return refused(`the header ${repeated} is given twice`);
  return headersAreTooLong(headers) ? refused('the headers are longer than 4 KiB in all') : { ok: true, headers };
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
  if (!isHeaderName(name)) return 'a header name has characters that HTTP does not allow';
  if (isReservedHeader(name)) return `the header ${name} is reserved`;
  if (hasOAuth && name.toLowerCase() === 'authorization') return 'the header Authorization is set by OAuth 2.0';
  if (typeof value !== 'string') return `the value of the header ${name} must be a string`;
  if (!isHeaderValue(value)) return `the value of the header ${name} may only hold printable ASCII characters`;
  return undefined;
}

function refused(reason: string): HeadersCheck {
  return { ok: false, reason };
}
