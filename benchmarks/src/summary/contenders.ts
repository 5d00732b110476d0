import { readByUndici } from '../http/undici.js';
import { hasWrk, readByWrk, type Reads } from '../http/wrk.js';
import { processorMs } from '../processor-time.js';

export interface Contender {
  name: string;
  url: string;
  pid: number;
}

/** Processor times are microseconds a read. */
export interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  serverUs: number;
  postgresUs: number;
  generatorUs: number;
}

export interface Reading extends Omit<Reads, 'url'> {
  postgresPid: number;
  /** For the files of the generator. */
  folder: string;
}

const isWrkHere = hasWrk();
const sent = isWrkHere ? readByWrk : (_folder: string, reads: Reads) => readByUndici(reads);
export const generator = isWrkHere
  ? 'wrk, one thread'
  : 'undici in this process: no wrk on this machine, so that sending costs more than answering';

export async function oneRound({ url, pid }: Contender, { postgresPid, folder, ...reads }: Reading): Promise<Round> {
  const spent = () => Promise.all([processorMs([pid]), processorMs([postgresPid])]);
  const before = await spent();
  const { requests, perSecond, p50Ms, p99Ms, generatorMs } = await sent(folder, { ...reads, url });
  const [serverMs, postgresMs] = (await spent()).map((ms, index) => ms - before[index]!) as [number, number];
  const each = (ms: number) => (ms * 1000) / requests;
  return { perSecond, p50Ms, p99Ms, serverUs: each(serverMs), postgresUs: each(postgresMs), generatorUs: each(generatorMs) };
}

/** What is compared has to be the same. */
export async function assertSameBytes(contenders: readonly Contender[], path: string, authorization: string): Promise<void> {
  const read = async ({ url }: Contender) => (await fetch(url + path, { headers: { authorization } })).text();
  const [ours, theirs] = await Promise.all(contenders.map(read));
  if (ours !== theirs) throw new Error(`${path}: the contenders answer differently`);
}
