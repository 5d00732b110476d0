import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Asker, Contender } from './contender.js';

const serverFile = fileURLToPath(new URL('./server.js', import.meta.url));

/** A contender whose answering side runs in a process of its own; the asking side is this process. */
export class Running {
  static async start(contender: Contender, brokerUrl: string): Promise<Running> {
    const server = new AnsweringProcess(contender.name, brokerUrl);
    const address = await server.says<string>();
    return new Running(contender.name, server, await contender.connect(address));
  }

  private constructor(
    readonly name: string,
    private readonly server: AnsweringProcess,
    private readonly asker: Asker,
  ) {}

  ask(): Promise<unknown> {
    return this.asker.ask();
  }

  /** Of both sides since they started. */
  async cpuUs(): Promise<number> {
    const ofServer = await this.server.cpuUsage();
    return [ofServer, process.cpuUsage()].reduce((sum, { user, system }) => sum + user + system, 0);
  }

  async stop(): Promise<void> {
    await this.asker.close();
    await this.server.stop();
  }
}

class AnsweringProcess {
  private readonly process: ChildProcess;
  private readonly ended = new AbortController();

  constructor(name: string, brokerUrl: string) {
    this.process = fork(serverFile, [name, brokerUrl]);
    this.process.once('exit', () => this.ended.abort());
  }

  async says<T>(): Promise<T> {
    const [message] = (await once(this.process, 'message', { signal: this.ended.signal })) as [T];
    return message;
  }

  async cpuUsage(): Promise<NodeJS.CpuUsage> {
    const usage = this.says<NodeJS.CpuUsage>();
    this.process.send('cpu usage?');
    return usage;
  }

  /** It leaves when nobody is connected to it any more, so also when this process is killed. */
  async stop(): Promise<void> {
    if (this.process.connected) {
      const exit = once(this.process, 'exit');
      this.process.disconnect();
      await exit;
    }
  }
}
