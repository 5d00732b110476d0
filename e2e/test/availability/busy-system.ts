import { startSystem, receiversOnThisMachine, serviceProcesses, waitUntil, type System, type SystemOptions } from '@vigia/testing';
import { checkHistory, countUnfinished, type Violation } from '../../src/chaos/check-history.js';
import { runClient, type ToldAt } from '../../src/chaos/clients.js';
import { Random } from '../../src/chaos/random.js';
import { startReceivers } from '../../src/chaos/receivers.js';
import { watchDatabase } from '../../src/chaos/watch-database.js';
import { addCustomers, shortDeadlines, type Scene } from '../../src/chaos/world.js';

const clients = 4;
const acceptedBefore = 10;
const acceptedAfter = 30;
const patienceMs = 120_000;

interface Disturbed {
  told: ToldAt[];
  /** The longest time in which nobody had anything accepted. */
  longestGapMs: number;
}

/** Waits until so many calls more have been accepted. */
type UntilAccepted = (count: number, what: string) => Promise<void>;

/** A system whose customers load and trigger all the time, while something happens to it. */
export class BusySystem {
  private constructor(
    readonly system: System,
    private readonly scene: Scene,
    private readonly random: Random,
  ) {}

  /** `front` starts what stands before the gateways; then customers talk to nothing else. */
  static async start(options: SystemOptions, front?: (gatewayUrls: string[]) => Promise<string>): Promise<BusySystem> {
    const random = new Random(20_991);
    const system = await startSystem({
      ...options,
      environment: { ...shortDeadlines, ...receiversOnThisMachine, ...options.environment },
    });
    try {
      const receivers = await startReceivers(random.fork());
      const corporations = await addCustomers(system.brokerUrl, receivers);
      const ownUrls = system.replicas('gateway').map(({ url }) => url);
      const gatewayUrls = front ? [await front(ownUrls)] : ownUrls;
      const { brokerUrl, database } = system;
      const scene: Scene = { brokerUrl, gatewayUrls, corporations, receivers, query: (sql, params) => database.query(sql, params) };
      await watchDatabase(scene);
      return new BusySystem(system, scene, random);
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /** Until enough has been accepted before it and after it. */
  async whileClientsAsk(happens: (untilAccepted: UntilAccepted) => Promise<void>): Promise<Disturbed> {
    const told: ToldAt[] = [];
    const over = new AbortController();
    const asking = Promise.all(
      Array.from({ length: clients }, () => runClient(this.scene, this.random.fork(), told, over.signal, patienceMs)),
    );
    const untilAccepted: UntilAccepted = async (count, what) => {
      const goal = told.filter(isAccepted).length + count;
      await waitUntil(async () => told.filter(isAccepted).length >= goal, {
        timeoutMs: patienceMs,
        what: `${count} calls are accepted ${what}`,
      });
    };
    try {
      await untilAccepted(acceptedBefore, 'before');
      await happens(untilAccepted);
      await untilAccepted(acceptedAfter, 'after');
    } finally {
      over.abort();
      await asking;
    }
    const moments = told.filter(isAccepted).map(({ at }) => at);
    const gaps = moments.slice(1).map((at, i) => at - moments[i]!);
    return { told, longestGapMs: Math.max(...gaps) };
  }

  /** Calls that a customer would have to make again, or whose end nobody knows, each with what services warned of meanwhile. */
  brokenCalls({ told }: Disturbed): (ToldAt & { warnings: string[] })[] {
    return told
      .filter(({ outcome, status = 500 }) => outcome === 'unknown' || (outcome === 'refused' && status >= 500))
      .map((call) => ({ ...call, warnings: this.warningsAbout(/correlation id (\S+)/.exec(call.message ?? '')?.[1]) }));
  }

  private warningsAbout(correlationId?: string): string[] {
    if (correlationId === undefined) return [];
    const outputs = serviceProcesses.flatMap((service) => this.system.replicas(service)).map((replica) => replica.output());
    const lines = outputs.flatMap((output) => output.split('\n'));
    return lines.filter((line) => line.includes(correlationId) && /"level":"(?:warn|error|fatal)"/.test(line));
  }

  /** What was lost, doubled or left open once everything has come to rest. */
  async violations(told: ToldAt[]): Promise<Violation[]> {
    const isAtRest = async () => (await countUnfinished(this.scene)) === 0;
    // What never comes to rest is among the violations.
    await waitUntil(isAtRest, { timeoutMs: patienceMs, what: 'everything comes to rest' }).catch(() => undefined);
    return checkHistory(this.scene, told);
  }

  async stop(): Promise<void> {
    this.scene.receivers.close();
    await this.system.stop();
  }
}

function isAccepted({ outcome }: ToldAt): boolean {
  return outcome === 'done' || outcome === 'later' || outcome === 'triggered';
}

/** For whoever reads the log of the run. */
export function reportGap(what: string, { longestGapMs, told }: Disturbed): void {
  const refused = told.filter((each) => !isAccepted(each)).length;
  process.stderr.write(
    `${what}: ${(longestGapMs / 1000).toFixed(1)} s without service, ${refused} of ${told.length} calls refused or broken\n`,
  );
}
