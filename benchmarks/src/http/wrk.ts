import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endedChildrenMs } from '../processor-time.js';

const run = promisify(execFile);

/** Requests that are sent for some seconds, over and over in random order. */
export interface Reads {
  url: string;
  paths: readonly string[];
  authorization: string;
  connections: number;
  seconds: number;
}

export interface Answered {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of whatever sent the requests. */
  generatorMs: number;
}

/** Whether this machine has `wrk`, which costs less than any server here. */
export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

const script = (paths: string, authorization: string) => `
local requests = {}
init = function()
  math.randomseed(os.time())
  wrk.headers["authorization"] = ${JSON.stringify(authorization)}
  for path in io.lines(${JSON.stringify(paths)}) do requests[#requests + 1] = wrk.format("GET", path) end
end
request = function() return requests[math.random(#requests)] end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"us":%d,"p50":%d,"p99":%d,"failed":%d}', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end`;

/** One process of one thread. Its files go into a folder of the caller. */
export async function readByWrk(folder: string, { url, paths, authorization, connections, seconds }: Reads): Promise<Answered> {
  const [list, program] = [join(folder, 'paths'), join(folder, 'reads.lua')];
  await writeFile(list, paths.join('\n'));
  await writeFile(program, script(list, authorization));
  const before = await endedChildrenMs();
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', program, url]);
  const said = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Record<'requests' | 'us' | 'p50' | 'p99' | 'failed', number>;
  if (said.failed > 0) throw new Error(`${said.failed} of ${said.requests} requests to ${url} failed`);
  return {
    requests: said.requests,
    perSecond: said.requests / (said.us / 1e6),
    p50Ms: said.p50 / 1000,
    p99Ms: said.p99 / 1000,
    generatorMs: (await endedChildrenMs()) - before,
  };
}
