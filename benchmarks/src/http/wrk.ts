import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Requests that are sent for some seconds, repeatedly in random order. */
export interface Reads {
  url: string;
  paths: readonly string[];
  authorization: string;
  connections: number;
  seconds: number;
}

/** The same with bodies, each of them one line, to one path. */
interface Posts extends Omit<Reads, 'paths'> {
  path: string;
  bodies: readonly string[];
}

export interface Answered {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Whether this machine has `wrk`, which costs less than any server here. */
export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

const script = (lines: string, authorization: string, format: string) => `
local requests = {}
init = function()
  math.randomseed(os.time())
  wrk.headers["authorization"] = ${JSON.stringify(authorization)}
  wrk.headers["content-type"] = "application/json"
  for line in io.lines(${JSON.stringify(lines)}) do requests[#requests + 1] = ${format} end
end
request = function() return requests[math.random(#requests)] end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"us":%d,"p50":%d,"p99":%d,"failed":%d}', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end`;

/** One process with one thread. Its files go into a folder of the caller. */
export function readByWrk(folder: string, { paths, ...reads }: Reads): Promise<Answered> {
  return sendByWrk(folder, reads, paths, 'wrk.format("GET", line)');
}

export function postByWrk(folder: string, { path, bodies, ...posts }: Posts): Promise<Answered> {
  return sendByWrk(folder, posts, bodies, `wrk.format("POST", ${JSON.stringify(path)}, nil, line)`);
}

async function sendByWrk(
  folder: string,
  { url, authorization, connections, seconds }: Omit<Reads, 'paths'>,
  lines: readonly string[],
  format: string,
): Promise<Answered> {
  const [list, program] = [join(folder, 'lines'), join(folder, 'requests.lua')];
  await writeFile(list, lines.join('\n'));
  await writeFile(program, script(list, authorization, format));
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', program, url]);
  const said = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Record<'requests' | 'us' | 'p50' | 'p99' | 'failed', number>;
  if (said.failed > 0) throw new Error(`${said.failed} of ${said.requests} requests to ${url} failed`);
  return {
    requests: said.requests,
    perSecond: said.requests / (said.us / 1e6),
    p50Ms: said.p50 / 1000,
    p99Ms: said.p99 / 1000,
  };
}
