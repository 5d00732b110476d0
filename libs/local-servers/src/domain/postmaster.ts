/** The first and eighth line of `postmaster.pid`, which PostgreSQL keeps in the data directory while it runs. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return Number.isNaN(pid) ? undefined : { pid, ready: lines[7]?.trim() === 'ready' };
}

/**
 * The command line identifies our server: it names the directory and the process that started it. PostgreSQL accepts any setting with a dot
 * in its name, so the starter's pid is passed as a setting.
 */
export function identifyingArguments(dataDir: string, starterPid: number): string[] {
  return ['-D', dataDir, '-c', `vigia.starter=${starterPid}`];
}

/** `unknown`: it may be a server on this directory, and only PostgreSQL's own lock can tell. */
type ProcessIdentity = { kind: 'ours'; starterPid: number } | { kind: 'other-postgres' | 'unrelated' | 'unknown' };

/** A server always works in its data directory. `worksThere` is undefined where that cannot be seen. */
export function identify(commandLine: string, dataDir: string, worksThere: boolean | undefined): ProcessIdentity {
  const marker = `-D ${dataDir} -c vigia.starter=`;
  const at = commandLine.indexOf(marker);
  if (at >= 0) return { kind: 'ours', starterPid: Number.parseInt(commandLine.slice(at + marker.length), 10) };
  if (!commandLine.includes('postgres') || worksThere === false) return { kind: 'unrelated' };
  return { kind: worksThere || `${commandLine} `.includes(`-D ${dataDir} `) ? 'other-postgres' : 'unknown' };
}

type StartFailure = 'port-taken' | 'still-occupied' | 'other';

/** `still-occupied`: another server holds the directory, or the shared memory of a killed one is not released yet. */
export function classifyStartFailure(log: string): StartFailure {
  if (log.includes('Address already in use')) return 'port-taken';
  if (log.includes('"postmaster.pid" already exists') || log.includes('pre-existing shared memory block')) return 'still-occupied';
  return 'other';
}

/** The version whose server made the directory, if this server refuses it for that reason. */
export function madeByVersion(log: string): string | undefined {
  return /initialized by PostgreSQL version (\S+), which is not compatible/.exec(log)?.[1];
}
