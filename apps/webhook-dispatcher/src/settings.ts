import { makeGuard, type AddressGuard } from '@vigia/outbound-http';
import { baseSettings, flag, integer, keyRing, optional, text, url, type SettingsOf } from '@vigia/service-kit';
import { parseDelays } from './domain/outcome.js';

export const webhookDispatcherSettings = {
  ...baseSettings,
  masterKeys: keyRing('VIGIA_WEBHOOK_KEYS', 'keys that encrypt the secrets of webhooks', { exactly: 32 }),
  retryDelays: {
    ...text('VIGIA_WEBHOOK_RETRIES', 'pauses between the attempts of a delivery', { default: '5s,30s,2m,10m,30m,2h,5h,10h' }),
    takes: 'delays in ms, s, m or h, each at most 24h, separated by commas, or none',
    parse: parseDelays,
  },
  answerMs: integer(
    'VIGIA_WEBHOOK_ANSWER_MS',
    'time for a receiver to answer, connection included',
    { min: 100, max: 30_000 },
    { default: 30_000 },
  ),
  tokenMs: integer('VIGIA_WEBHOOK_TOKEN_MS', 'time to get an OAuth 2.0 token', { min: 100, max: 60_000 }, { default: 10_000 }),
  loadWaitMs: integer(
    'VIGIA_WEBHOOK_LOAD_WAIT_MS',
    'time after which an event no longer waits for its load',
    { min: 100, max: 7_200_000 },
    { default: 1_800_000 },
  ),
  attemptsAtOnce: integer('VIGIA_WEBHOOK_CONCURRENCY', 'attempts at once per lane and process', { min: 1, max: 2_000 }, { default: 200 }),
  attemptsPerReceiver: integer(
    'VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER',
    'attempts at once per configuration, all processes together',
    { min: 1, max: 200 },
    { default: 10 },
  ),
  keepsAnswers: flag('VIGIA_WEBHOOK_KEEP_ANSWERS', 'keep the beginning of each answer of a receiver', { default: true }),
  proxyUrl: optional(url('VIGIA_WEBHOOK_PROXY_URL', 'proxy for every call to a receiver', ['http:'])),
  allowHttp: flag('VIGIA_WEBHOOK_ALLOW_HTTP', 'allow receivers without TLS', { default: false }),
  allowCidrs: {
    ...text('VIGIA_WEBHOOK_ALLOW_CIDRS', 'address blocks that are not public but allowed for receivers, or none', { default: 'none' }),
    takes: 'CIDR blocks, separated by commas',
    parse: parseCidrs,
  },
  ports: optional({
    ...text(
      'VIGIA_WEBHOOK_PORTS',
      'allowed ports of receivers, or any; by default 443 and 8443, and 80 where receivers without TLS are allowed',
    ),
    takes: 'ports, separated by commas',
    parse: parsePorts,
  }),
};

export type WebhookDispatcherSettings = SettingsOf<typeof webhookDispatcherSettings>;

export function guardOf({
  allowHttp,
  allowCidrs,
  ports,
}: Pick<WebhookDispatcherSettings, 'allowHttp' | 'allowCidrs' | 'ports'>): AddressGuard {
  return makeGuard({ allowHttp, allowCidrs, ports });
}

function parseCidrs(list: string): string[] {
  const allowCidrs = list === 'none' ? [] : list.split(',').map((block) => block.trim());
  makeGuard({ allowCidrs });
  return allowCidrs;
}

function parsePorts(list: string): number[] | 'any' {
  if (list === 'any') return 'any';
  const ports = list.split(',').map(Number);
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
    throw new Error('must be ports separated by commas, or any');
  return ports;
}
