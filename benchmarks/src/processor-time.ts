import { readFile, readdir } from 'node:fs/promises';

const msPerTick = 10;

interface Process {
  pid: number;
  parent: number;
  /** Its own time and that of ended children. */
  ms: number;
}

/** Processor time of some processes and of everything that they have started, as Linux counts it. */
export async function processorMs(pids: readonly number[]): Promise<number> {
  return sumUnder(pids, await processes());
}

/** The same for each kind, in one reading. */
export async function processorMsOf(kinds: Readonly<Record<string, readonly number[]>>): Promise<Record<string, number>> {
  const everybody = await processes();
  return Object.fromEntries(Object.entries(kinds).map(([name, pids]) => [name, sumUnder(pids, everybody)]));
}

function sumUnder(pids: readonly number[], everybody: readonly Process[]): number {
  const counted = new Set(pids);
  // A parent may be listed after its child.
  for (let before = -1; before !== counted.size;) {
    before = counted.size;
    for (const { pid, parent } of everybody) if (counted.has(parent)) counted.add(pid);
  }
  return everybody.filter(({ pid }) => counted.has(pid)).reduce((sum, { ms }) => sum + ms, 0);
}

/** Processor time of this process's ended children. */
export async function endedChildrenMs(): Promise<number> {
  const fields = await statOf(process.pid);
  return sumOf(fields!.slice(13, 15));
}

/** The process of the database server; the connections are its children. */
export async function databasePid(query: (sql: string) => Promise<{ pid: number }[]>): Promise<number> {
  const [connection] = await query('SELECT pg_backend_pid() AS pid');
  return (await processOf(connection!.pid))!.parent;
}

/** The process with the most memory among a process and its descendants, without `without` and its descendants. */
export async function largestOf(root: number, without: number): Promise<number> {
  const everybody = await processes();
  const under = (pid: number): number[] => [
    pid,
    ...everybody.filter(({ parent }) => parent === pid && parent !== without).flatMap((one) => under(one.pid)),
  ];
  const pids = under(root).filter((pid) => pid !== without);
  const sizes = await Promise.all(pids.map(memoryMb));
  return pids[sizes.indexOf(Math.max(...sizes))]!;
}

export async function memoryMb(pid: number): Promise<number> {
  return (await statusOf(pid, 'VmRSS')) / 1024;
}

/** How often the main thread of a process has waited for something. */
export function wakeUps(pid: number): Promise<number> {
  return statusOf(pid, 'voluntary_ctxt_switches');
}

async function statusOf(pid: number, field: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return (await Promise.all(pids.map(processOf))).filter((one) => one !== undefined);
}

async function processOf(pid: number): Promise<Process | undefined> {
  const fields = await statOf(pid);
  return fields && { pid, parent: Number(fields[1]), ms: sumOf(fields.slice(11, 15)) };
}

const sumOf = (ticks: string[]) => ticks.reduce((sum, field) => sum + Number(field), 0) * msPerTick;

/** The fields after the name, which may contain spaces; undefined if the process has ended meanwhile. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}
