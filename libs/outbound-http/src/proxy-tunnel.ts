import { request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { OutboundError } from './outbound-error.js';

/** Opens a connection to an address through a proxy. */
export type Tunnel = (address: string, port: number, timeoutMs: number) => Promise<Socket>;

/** Uses CONNECT for plain HTTP as well: the proxy sees where a connection goes, but no content. */
export function tunnelThrough(proxyUrl: string): Tunnel {
  const { hostname, port, username, password } = new URL(proxyUrl);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return (address, targetPort, timeoutMs) =>
    new Promise((resolve, reject) => {
      const target = `${isIPv6(address) ? `[${address}]` : address}:${targetPort}`;
      const asked = request({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port || 80,
        method: 'CONNECT',
        path: target,
        headers: { host: target, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) },
        signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
      });
      const refuse = (why: string, code?: string) => reject(new OutboundError('connect', `the proxy ${why}`, code));
      asked.once('connect', ({ statusCode }, socket: Socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        refuse(`answered ${statusCode}`);
      });
      asked.once('response', ({ statusCode }) => refuse(`answered ${statusCode}`));
      asked.once('error', ({ code }: NodeJS.ErrnoException) => refuse('could not be used', code));
      asked.end();
    });
}
