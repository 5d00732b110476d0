import { connect } from 'node:net';
import type { Answer } from './exchange.js';

/** Sends the bytes unchanged and reads until the server closes or one complete answer has arrived; undefined if none came. */
export function rawExchange(baseUrl: string, bytes: string, { end = false } = {}): Promise<Answer | undefined> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    socket.setEncoding('latin1');
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no answer; received so far: ${received}`)));
    socket.on('data', (chunk) => {
      received += String(chunk);
      const answer = parse(received);
      if (!answer) return;
      resolve(answer);
      socket.destroy();
    });
    socket.on('close', () => resolve(undefined));
    socket.on('error', (error: Error & { code?: string }) => {
      // The server closes while the test still writes to it.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.write(Buffer.from(bytes, 'latin1'));
    if (end) socket.end();
  });
}

function parse(received: string): Answer | undefined {
  const [head = '', text = ''] = received.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const [, status] = /^HTTP\/1\.1 ([0-9]{3})/.exec(statusLine) ?? [];
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2)).map(([name, value]) => [name?.toLowerCase(), value]),
  );
  if (!status || text.length < Number(headers['content-length'] ?? 0) || !received.includes('\r\n\r\n')) return undefined;
  const bytes = Buffer.from(text, 'latin1');
  return { status: Number(status), headers, text: bytes.toString('utf8'), bytes };
}
