import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type BoundValue = string | Buffer | null;

interface StatementTap {
  /** The database, reached through the tap. */
  url: string;
  /** Every text that was sent, with the values that came with it first. */
  statements: Map<string, BoundValue[]>;
  close(): void;
}

const lengthBytes = 4;
const binary = 1;

/** Stands between the services and PostgreSQL and notes what is asked, whatever it is that asks: driver, mapper or migration. */
export async function tapStatements(databaseUrl: string): Promise<StatementTap> {
  const { hostname, port } = new URL(databaseUrl);
  const statements = new Map<string, BoundValue[]>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const listener = new ClientMessages(statements);
    client.on('data', (chunk: Buffer) => listener.take(chunk));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => (other.destroy(), sockets.delete(one)));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    statements,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** What one connection says, by the frontend messages of PostgreSQL's protocol 3. */
class ClientMessages {
  private readonly prepared = new Map<string, string>();
  private rest: Buffer = Buffer.alloc(0);
  private started = false;

  constructor(private readonly statements: Map<string, BoundValue[]>) {}

  take(chunk: Buffer): void {
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      // The first message of a connection has no type.
      const typeBytes = this.started ? 1 : 0;
      if (this.rest.length < typeBytes + lengthBytes) return;
      const end = typeBytes + this.rest.readUInt32BE(typeBytes);
      if (this.rest.length < end) return;
      if (this.started) this.note(this.rest.toString('latin1', 0, 1), this.rest.subarray(typeBytes + lengthBytes, end));
      this.started = true;
      this.rest = this.rest.subarray(end);
    }
  }

  private note(type: string, body: Buffer): void {
    if (type === 'P') {
      const [name, text] = [textAt(body, 0), textAt(body, body.indexOf(0) + 1)];
      this.prepared.set(name, text);
    } else if (type === 'B') {
      const text = this.prepared.get(textAt(body, body.indexOf(0) + 1));
      if (text !== undefined && !this.statements.has(text)) this.statements.set(text, boundValues(body));
    } else if (type === 'Q') {
      const text = textAt(body, 0);
      if (!this.statements.has(text)) this.statements.set(text, []);
    }
  }
}

function textAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start));
}

function boundValues(body: Buffer): BoundValue[] {
  let at = body.indexOf(0, body.indexOf(0) + 1) + 1;
  const int16 = () => body.readInt16BE((at += 2) - 2);
  const formats = Array.from({ length: int16() }, int16);
  return Array.from({ length: int16() }, (_none, i) => {
    const length = body.readInt32BE((at += lengthBytes) - lengthBytes);
    if (length < 0) return null;
    const bytes = body.subarray(at, (at += length));
    return (formats[i] ?? formats[0]) === binary ? Buffer.from(bytes) : bytes.toString('utf8');
  });
}
