/** What the headers that a corporation adds to the deliveries of a webhook may be. The dispatcher and the form check the same. */
export const mostHeaders = 20;
/** Names and values of all headers together. */
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
const reservedNames = [...ofTheDelivery, ...ofTheConnection, ...ofOthers];
const reservedPrefixes = ['content-', 'proxy-', 'sec-', 'x-forwarded-', 'x-service-', 'webhook-', 'x-aws-ec2-metadata-token'];

export function isHeaderName(name: string): boolean {
  return token.test(name);
}

export function isHeaderValue(value: string): boolean {
  return printable.test(value);
}

export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reservedNames.includes(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix));
}

/** `JSON.parse` silently keeps the last of two equal names. The text is known to be JSON, so a string before a colon is a name. */
export function repeatedHeader(text: string): string | undefined {
  const names = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/gs)]
    .filter(([, , colon]) => colon)
    .map(([, name]) => JSON.parse(name!) as string);
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name.toLowerCase()).size);
}

export function headersAreTooLong(headers: Record<string, string>): boolean {
  return Object.entries(headers).flat().join('').length > mostCharacters;
}
