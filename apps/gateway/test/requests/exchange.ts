import { request } from 'node:http';

export interface Exchange {
  method?: string;
  path: string;
  /** A list of values sends the header once per value. */
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  chunked?: boolean;
  /** What happens between the head of the request and its body. */
  beforeBody?: () => Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** The body as received. */
  bytes: Buffer;
}

/** Sends what well-behaved clients refuse to send: a body on GET, a repeated header, no content type. */
export function exchange(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body, chunked = false, beforeBody }: Exchange,
): Promise<Answer> {
  const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sending = request({ hostname, port, method, path, agent: false, headers: { ...headers, ...length } });
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      // An answer that breaks off.
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        sending.destroy();
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Answer['headers'],
          text: bytes.toString('utf8'),
          bytes,
        });
      });
    });
    // The server may answer and close before the whole body is sent: then the answer has come first.
    sending.on('error', reject);
    const finish = () => {
      if (body !== undefined) sending.write(body);
      sending.end();
    };
    if (!beforeBody) return finish();
    sending.flushHeaders();
    beforeBody().then(finish, (error: Error) => sending.destroy(error));
  });
}
