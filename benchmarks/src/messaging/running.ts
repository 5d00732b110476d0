import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Processes } from '../processes.js';
import { processorMsOf } from '../processor-time.js';
import type { Asker, Contender } from './contender.js';

const serverFile = fileURLToPath(new URL('./server.js', import.meta.url));

/** A contender whose answering side runs in a separate process; the asking side is this process. */
export class Running {
  static async start(contender: Contender, brokerUrl: string, broker: Processes): Promise<Running> {
    const server = new AnsweringProcess(contender.name, brokerUrl);
    const address = await server.says<string>();
    return new Running(contender.name, server, await contender.connect(address), broker);
  }

  private constructor(
    readonly name: string,
    private readonly server: AnsweringProcess,
    private readonly asker: Asker,
    private readonly broker: Processes,
  ) {}

  ask(): Promise<unknown> {
    return this.asker.ask();
  }

  /** Processor time of both sides since they started. */
  async sidesMs(): Promise<Record<string, number>> {
    const answering = await this.server.cpuUsage();
    const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
    return { asking: ms(process.cpuUsage()), answering: ms(answering) };
  }

  brokerMs(): Promise<Record<string, number>> {
    return processorMsOf(this.broker);
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

  /** It exits when nobody is connected to it any more, including when this process is killed. */
  async stop(): Promise<void> {
    if (this.process.connected) {
      const exit = once(this.process, 'exit');
      this.process.disconnect();
      await exit;
    }
  }
}
