import { waitUntil } from '@vigia/testing';
import type { Gateways } from './gateways.js';

interface Answer {
  headers: Headers | Record<string, string | undefined>;
}

type Line = Record<string, unknown>;

/** The lines of a call, once that of the request is there, which is the last one. */
export function linesOf(gateways: Gateways, { headers }: Answer): Promise<Line[]> {
  const correlationId = headers instanceof Headers ? headers.get('x-correlation-id') : headers['x-correlation-id'];
  const find = () => {
    const ofCall = gateways
      .log()
      .split('\n')
      .filter((line) => line.includes(`"correlationId":"${correlationId}"`))
      .map((line) => JSON.parse(line) as Line);
    return ofCall.some(isOfRequest) && ofCall;
  };
  return waitUntil(find, { what: 'the line of a request' });
}

export async function lineOf(gateways: Gateways, answer: Answer): Promise<Line> {
  return (await linesOf(gateways, answer)).find(isOfRequest)!;
}

function isOfRequest({ msg }: Line): boolean {
  return msg === 'request';
}
