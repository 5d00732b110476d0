import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.js';

export const payloadVersions = ['v1', 'v2'] as const;
type PayloadVersion = (typeof payloadVersions)[number];

/** The servers that receive the corporations' webhooks. */
export interface Receivers {
  urlOf(corporationId: string, version: PayloadVersion): string;
  /** Whether one delivery of the event was answered with success. */
  accepted(corporationId: string, version: PayloadVersion, triggerId: string): boolean;
  /** Deliveries that contradict themselves or an earlier one. */
  contradictions(): unknown[];
  close(): void;
}

const slowMs = 300;

export async function startReceivers(random: Random): Promise<Receivers> {
  const accepted = new Set<string>();
  const digests = new Map<string, string>();
  const contradictions: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = Buffer.concat(chunks);
      const triggerId = String(request.headers['x-service-trigger-id']);
      const delivery = `${request.url} ${triggerId}`;
      const digest = createHash('sha256').update(body).digest('hex');
      const inBody = (JSON.parse(body.toString()) as { triggerId: string }).triggerId;
      if ((digests.get(delivery) ?? digest) !== digest || inBody !== triggerId) contradictions.push({ delivery, digest, inBody });
      digests.set(delivery, digest);
      answer(random.next(), response, () => accepted.add(delivery));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pathOf = (corporationId: string, version: PayloadVersion) => `/${corporationId}/${version}`;
  return {
    urlOf: (corporationId, version) => `http://127.0.0.1:${port}${pathOf(corporationId, version)}`,
    accepted: (corporationId, version, triggerId) => accepted.has(`${pathOf(corporationId, version)} ${triggerId}`),
    contradictions: () => contradictions,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Mostly correct; sometimes slow, with an error, or never. */
function answer(kind: number, response: ServerResponse, onAccept: () => void): void {
  const accept = () => {
    onAccept();
    response.end();
  };
  if (kind < 0.7) accept();
  else if (kind < 0.85) setTimeout(accept, slowMs);
  else if (kind < 0.97) response.writeHead(500).end();
}
