import { baseSettings, integer, optional, secret, text, type Setting, type SettingsOf } from '@vigia/service-kit';

export interface KeyRing {
  /** The one that new signatures are made with. */
  current: string;
  keys: ReadonlyMap<string, Uint8Array>;
}

const shortestKeyBytes = 32;

/** `id:base64url,id:base64url`: the first is used for what is new, the others still count for what is old. */
function keyRing(name: string, about: string): Setting<KeyRing> {
  const parse = (value: string): KeyRing => {
    const keys = new Map(value.split(',').map((entry) => parseKey(entry.trim())));
    const [current] = keys.keys();
    if (current === undefined) throw new Error('needs at least one key');
    return { current, keys };
  };
  return { ...secret(name, about), parse };
}

function parseKey(entry: string): [string, Uint8Array] {
  const [, id, encoded] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9_-]+)$/.exec(entry) ?? [];
  if (!id || !encoded) throw new Error('must read id:base64url, separated by commas');
  const key = Buffer.from(encoded, 'base64url');
  if (key.length < shortestKeyBytes) throw new Error(`key ${id} must have at least ${shortestKeyBytes} bytes`);
  return [id, key];
}

export const gatewaySettings = {
  ...baseSettings,
  jwtKeys: keyRing('VIGIA_JWT_KEYS', 'keys that access tokens are signed with'),
  secretPeppers: keyRing('VIGIA_SECRET_PEPPERS', 'keys that access secrets are hashed with'),
  trustedProxies: optional(text('VIGIA_TRUSTED_PROXIES', 'addresses whose X-Forwarded-For is believed, separated by commas')),
  dashboardDir: optional(text('VIGIA_DASHBOARD_DIR', 'folder of the built dashboard; without it there is none')),
  loadWaitMs: integer(
    'VIGIA_LOAD_WAIT_MS',
    'how long a client waits for a load before it is told to look later',
    { min: 0, max: 600_000 },
    { default: 60_000 },
  ),
  startTimeoutMs: integer('VIGIA_START_TIMEOUT_MS', 'time for the loader to accept a load', { min: 100, max: 60_000 }, { default: 10_000 }),
  requestsPerSecond: integer('VIGIA_RATE_PER_SECOND', 'requests per second and credential', { min: 1, max: 1_000_000 }, { default: 50 }),
  requestsBurst: integer('VIGIA_RATE_BURST', 'requests at once per credential', { min: 1, max: 1_000_000 }, { default: 100 }),
  tokensPerSecond: integer(
    'VIGIA_TOKEN_RATE_PER_SECOND',
    'token requests per second and address',
    { min: 1, max: 1_000_000 },
    { default: 20 },
  ),
  tokensBurst: integer('VIGIA_TOKEN_RATE_BURST', 'token requests at once per address', { min: 1, max: 1_000_000 }, { default: 50 }),
};

export type GatewaySettings = SettingsOf<typeof gatewaySettings>;
