import { databaseUrls } from '@vigia/database';
import { baseSettings, integer, keyRing, optional, secret, type SettingsOf, text } from '@vigia/service-kit';
import ipaddr from 'ipaddr.js';

/** Addresses and networks separated by commas. The server would throw only at its creation, without naming the setting. */
export function parseNetworks(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every(isNetwork)) throw new Error('must be addresses or networks such as 10.0.0.0/8, separated by commas');
  return entries;
}

/** ipaddr.js also reads "10/8" and "0x0a.0/8", which mean something else to most readers. */
function isNetwork(entry: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return IPv4.isValidFourPartDecimal(entry) || IPv4.isValidCIDRFourPartDecimal(entry) || IPv6.isValid(entry) || IPv6.isValidCIDR(entry);
}

/**
 * A single host, because with several hosts the driver would look for the one that takes writes. One name may stand for several replicas.
 */
export function parseReplicaUrl(text: string): string {
  if (databaseUrls(text).length > 1) throw new Error('must name one host, which may stand for several replicas');
  return text;
}

export const gatewaySettings = {
  ...baseSettings,
  jwtKeys: keyRing('VIGIA_JWT_KEYS', 'keys that sign access tokens'),
  secretPeppers: keyRing('VIGIA_SECRET_PEPPERS', 'keys of the hashes of access secrets'),
  readDatabaseUrl: optional({
    ...secret('VIGIA_READ_DATABASE_URL', 'a replica of PostgreSQL from which the gateway reads the sections of summaries'),
    takes: 'a URL that starts with postgres:// or postgresql://, with one host',
    parse: parseReplicaUrl,
  }),
  readMaxLagMs: integer(
    'VIGIA_READ_MAX_LAG_MS',
    'the replication lag up to which the gateway reads from that replica',
    { min: 1_000, max: 86_400_000 },
    { default: 30_000 },
  ),
  trustedProxies: optional({
    ...text('VIGIA_TRUSTED_PROXIES', 'proxies whose X-Forwarded-For and X-Forwarded-Proto the gateway trusts'),
    takes: 'addresses or CIDR blocks, separated by commas',
    parse: parseNetworks,
  }),
  dashboardDir: optional(
    text('VIGIA_DASHBOARD_DIR', 'folder of the built dashboard; without this setting the gateway serves no dashboard'),
  ),
  drainMs: integer(
    'VIGIA_DRAIN_MS',
    'how long a stopping process still serves requests, so that the balancer notices that it is not ready',
    { min: 0, max: 60_000 },
    { default: 0 },
  ),
  loadWaitMs: integer(
    'VIGIA_LOAD_WAIT_MS',
    'how long a call waits for the end of its load before the answer is 202',
    { min: 0, max: 600_000 },
    { default: 60_000 },
  ),
  startTimeoutMs: integer(
    'VIGIA_START_TIMEOUT_MS',
    'time for a load or a trigger to be accepted',
    { min: 100, max: 60_000 },
    { default: 10_000 },
  ),
  requestsPerSecond: integer('VIGIA_RATE_PER_SECOND', 'requests per second and credential', { min: 1, max: 1_000_000 }, { default: 50 }),
  requestsBurst: integer('VIGIA_RATE_BURST', 'requests at once per credential (burst)', { min: 1, max: 1_000_000 }, { default: 100 }),
  documentsPerMinute: integer(
    'VIGIA_DOCUMENTS_PER_MINUTE',
    'documents that a corporation may ask for per minute',
    { min: 100, max: 1_000_000 },
    { default: 1_000 },
  ),
  tokensPerSecond: integer(
    'VIGIA_TOKEN_RATE_PER_SECOND',
    'token requests per second and address',
    { min: 1, max: 1_000_000 },
    { default: 20 },
  ),
  tokensBurst: integer('VIGIA_TOKEN_RATE_BURST', 'token requests at once per address (burst)', { min: 1, max: 1_000_000 }, { default: 50 }),
};

export type GatewaySettings = SettingsOf<typeof gatewaySettings>;
