import { Pool } from 'undici';
import { now, type Arrivals } from './arrivals.js';

/** A service that accepts an event over HTTP and sends it to three receivers. */
export interface Contender {
  name: string;
  url: string;
  path: string;
  authorization: string;
  bodies: readonly string[];
  /** All its processes, including the servers of its data. */
  processes: Record<string, number[]>;
  door: Pool;
}

export function contender(given: Omit<Contender, 'door'>): Contender {
  return { ...given, door: new Pool(given.url, { connections: 64 }) };
}

/** The id under which the event arrives. */
async function fire({ name, path, authorization, bodies, door }: Contender): Promise<string> {
  const body = bodies[Math.floor(Math.random() * bodies.length)]!;
  const answer = await door.request({ method: 'POST', path, headers: { authorization, 'content-type': 'application/json' }, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 202) throw new Error(`${name} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { data: { triggerId: string } }).data.triggerId;
}

export interface Lags {
  /** From the call to the arrival at the receiver. */
  fromCall: number[];
  /** From the call to the answer. */
  answers: number[];
}

export async function lagsOf(contender: Contender, arrivals: Arrivals, awaited: readonly string[]): Promise<Lags> {
  const calledAt = now();
  const triggerId = await fire(contender);
  const answeredAt = now();
  const arrived = await arrivals.at(triggerId, awaited);
  return { fromCall: awaited.map((path) => arrived.get(path)! - calledAt), answers: [answeredAt - calledAt] };
}
