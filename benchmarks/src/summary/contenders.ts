import { readByUndici } from '../http/undici.js';
import { hasWrk, readByWrk, type Reads } from '../http/wrk.js';
import type { Round } from '../results.js';
import { spentBy } from '../spent.js';

export interface Contender {
  name: string;
  url: string;
  pid: number;
}

interface Reading extends Omit<Reads, 'url'> {
  postgresPid: number;
  /** For the generator's files. */
  folder: string;
}

const isWrkHere = hasWrk();
const sent = isWrkHere ? readByWrk : (_folder: string, reads: Reads) => readByUndici(reads);
export const generator = isWrkHere
  ? 'wrk, one thread'
  : 'undici in this process: no wrk on this machine, so that sending costs more than answering';

export async function oneRound({ url, pid }: Contender, { postgresPid, folder, ...reads }: Reading): Promise<Round> {
  const { result, ...spent } = await spentBy({ server: [pid], PostgreSQL: [postgresPid] }, async () => {
    const { requests: done, ...answered } = await sent(folder, { ...reads, url });
    return { done, result: answered };
  });
  return { ...result, ...spent };
}

/** The compared answers must be identical. */
export async function assertSameBytes(contenders: readonly Contender[], path: string, authorization: string): Promise<void> {
  const read = async ({ url }: Contender) => (await fetch(url + path, { headers: { authorization } })).text();
  const [ours, theirs] = await Promise.all(contenders.map(read));
  if (ours !== theirs) throw new Error(`${path}: the contenders answer differently`);
}
