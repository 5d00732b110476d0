import type { Place } from './places.js';
import type { Json } from './request.js';

const reservedHeaders = [
  'X-Forwarded-For',
  'x-forwarded-host',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'Cookie',
  'Sec-Fetch-Site',
  'Proxy-Authorization',
  'Metadata-Flavor',
  'Metadata',
  'X-aws-ec2-metadata-token',
  'X-aws-ec2-metadata-token-ttl-seconds',
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'X-Service-Signature',
];
const severalHeadersOf5KiB = Object.fromEntries(['X-A', 'X-B', 'X-C'].map((name) => [name, 'v'.repeat(1_700)]));
const headers = [
  ...reservedHeaders.map((name) => JSON.stringify({ [name]: '1' })),
  JSON.stringify(severalHeadersOf5KiB),
  '{"X-A":"1","x-a":"2"}',
  String.raw`{"X-A":"1\r\nX-B: 2"}`,
  String.raw`{"X-A":"\ud800"}`,
  '{"X-A":1}',
  '["X-A"]',
  'X-A: 1',
];
const days = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '2301-01-01',
  '10000-01-01',
  '-000001-01-01',
  '2026-02-30',
  '2026-13-01',
  '20260101',
  '2026-1-1',
  '1',
];
const instants = [
  '1',
  '2026',
  '2026-01-01',
  '2026-01-01T00:00:00',
  'Jan 1 2026',
  '2026-02-30T00:00:00Z',
  '01/02/2026',
  'now',
  '0',
  '1767225600000',
];
const urls = [
  'https://169.254.169.254/latest',
  'https://10.0.0.8/',
  'https://[::1]/',
  'ftp://x.invalid/',
  'https://user:secret@x.invalid/',
  '//x.invalid',
  'x.invalid',
];

/** Values that a field must not accept, by its name or else by its format: rules that its schema does not express. */
export function refusedValues({ steps, schema }: Place): Json[] {
  const name = steps.at(-1);
  if (name === 'headers') return headers;
  if (name === 'since') return instants;
  if (name === 'url' || name === 'tokenUrl') return urls;
  return schema.format === 'date' ? days : [];
}
