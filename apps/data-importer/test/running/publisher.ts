import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Publisher {
  url: string;
  publish(content: Buffer): void;
  /** From now on an answer stops in the middle, until it is released. */
  holdBack(): void;
  release(): void;
  close(): Promise<void>;
}

/** A server that publishes one file, and resumes a download where it broke off. */
export async function startPublisher(): Promise<Publisher> {
  let content: Buffer = Buffer.alloc(0);
  let tag = 0;
  let held: Promise<void> | undefined;
  let letGo: (() => void) | undefined;
  const server = createServer((asked, answer) => {
    const from = asked.headers['if-range'] === `"${tag}"` ? Number(/^bytes=(\d+)-$/.exec(asked.headers.range ?? '')?.[1] ?? 0) : 0;
    const rest = content.subarray(from);
    answer.writeHead(from > 0 ? 206 : 200, {
      etag: `"${tag}"`,
      'content-length': rest.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    answer.write(rest.subarray(0, rest.length / 2));
    void Promise.resolve(held).then(() => answer.end(rest.subarray(rest.length / 2)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/padron.zip`,
    publish(next) {
      content = next;
      tag += 1;
    },
    holdBack() {
      held = new Promise((resolve) => (letGo = resolve));
    },
    release() {
      letGo?.();
      held = undefined;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
