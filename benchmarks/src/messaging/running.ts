import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Asker, Contender } from './contender.js';

const serverFile = fileURLToPath(new URL('./server.js', import.meta.url));

/** A contender whose answering side runs in a process of its own; the asking side is this process. */
export class Running {
  static async start(contender: Contender, brokerUrl: string): Promise<Running> {
    const server = fork(serverFile, [contender.name, brokerUrl]);
    const [address] = (await once(server, 'message', { signal: endOf(server) })) as [string];
    return new Running(contender.name, server, await contender.connect(address));
  }

  private constructor(
    readonly name: string,
    private readonly server: ChildProcess,
    private readonly asker: Asker,
  ) {}

  ask(): Promise<unknown> {
    return this.asker.ask();
  }

  /** Of both sides since they started. */
  async cpuUs(): Promise<number> {
    const answered = once(this.server, 'message');
    this.server.send('cpu');
    const [ofServer] = (await answered) as [NodeJS.CpuUsage];
    return [ofServer, process.cpuUsage()].reduce((sum, { user, system }) => sum + user + system, 0);
  }

  /** The server leaves when nobody is connected to it any more, so it also leaves when this process is killed. */
  async stop(): Promise<void> {
    await this.asker.close();
    const ended = once(this.server, 'exit');
    this.server.disconnect();
    await ended;
  }
}

function endOf(server: ChildProcess): AbortSignal {
  const end = new AbortController();
  server.once('exit', (code) => end.abort(new Error(`the server ended with ${code}`)));
  return end.signal;
}
