import { randomUUID } from 'node:crypto';
import { type DocType, type Section, type SourceName, type StartLoads } from '@vigia/contracts';
import { connectBroker, type Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, startService } from '@vigia/service-kit';
import {
  anyBroker,
  brokerUrl,
  createTestDatabase,
  PatientMessages,
  startServiceProcess,
  waitUntil,
  withinLockPatience,
  type BrokerKind,
  type ServiceProcess,
  type TestDatabase,
  testOrigin,
} from '@vigia/testing';
import { profileLoader, profileLoaderSettings } from '../src/app.module.js';
import { firstFragments } from '../src/domain/first-fragments.js';

export interface Task {
  source: SourceName;
  state: string;
  attempts: number;
  failure: string | null;
  closed_at: Date | null;
}

export interface Load {
  id: string;
  state: string;
  estado: string | null;
  opened_at: Date;
  closed_at: Date | null;
}

export interface RunningLoader {
  database: TestDatabase;
  brokerUrl: string;
  broker: Broker;
  simulator: Simulator;
  /** A corporation with a contract; without a quota, nothing needs to be reserved. */
  createCorporation(quotaMonths?: number): Promise<string>;
  messages: Messages;
  /** Sends the command; the reply only confirms that it is recorded. */
  command(command: StartLoads): Promise<void>;
  /** Sends the command again until the loader has recorded it. */
  commandPatiently(command: StartLoads): Promise<void>;
  start(taxId: string, corporationId?: string, docType?: DocType): Promise<StartLoads>;
  /** Starts a load and waits for it. */
  load(taxId: string, corporationId?: string, docType?: DocType): Promise<{ taxId: string; state: string; reason: string | null }>;
  untilFinished(requestId: string, patienceMs?: number): Promise<{ taxId: string; state: string; reason: string | null }[]>;
  pause(source: SourceName): Promise<unknown>;
  resume(source: SourceName): Promise<unknown>;
  /** The source is asked nothing until `work` is done: a load that needs it stays open. */
  holding<T>(source: SourceName, work: () => Promise<T>): Promise<T>;
  /** Lets the deadline of its task pass. */
  giveUp(taxId: string, source: SourceName): Promise<void>;
  loads(taxId: string): Promise<Load[]>;
  tasks(loadId: string): Promise<Map<SourceName, Task>>;
  /** The sections of the profile as v2 shows them. */
  sections(taxId: string): Promise<Record<Section, { statusCode: string; data: object }>>;
  stop(): Promise<void>;
}

const timeoutMs = 60_000;

/** Loads these RUCs once, without monitoring. */
export function queryOf(corporationId: string, ...taxIds: string[]): StartLoads {
  return { requestId: randomUUID(), corporationId, docType: 'RUC', taxIds, mode: 'query', origin: testOrigin };
}

/** The loader in this process, together with billing and the simulated sources as separate processes. */
export async function startLoader(
  environment: Record<string, string> = {},
  { sourcesUrl, broker: kind = anyBroker() }: { sourcesUrl?: string | null; broker?: BrokerKind } = {},
): Promise<RunningLoader> {
  const database = await createTestDatabase();
  const url = await brokerUrl(kind, database.url);
  const shared = { DATABASE_URL: database.url, VIGIA_BROKER_URL: url };
  const [simulator, billing] = await Promise.all([
    startServiceProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0' }),
    startServiceProcess('billing', shared),
  ]);
  const settings = readSettings(profileLoaderSettings, {
    ...shared,
    ...(sourcesUrl !== null && { VIGIA_SOURCES_URL: sourcesUrl ?? simulator.url }),
    VIGIA_LOG_FILE: '/dev/null',
    VIGIA_SHUTDOWN_GRACE_MS: '1000',
    VIGIA_RESERVE_TIMEOUT_MS: '60000',
    ...environment,
  });
  const service = await startService(profileLoader, settings, { listen: false });
  const broker = await connectBroker({ url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
  const messages = new PatientMessages(broker);
  const command = async (start: StartLoads) => void (await messages.request('loads.start', start, { timeoutMs }));

  const commandPatiently = (start: StartLoads) => withinLockPatience(() => command(start));

  async function createCorporation(quotaMonths?: number): Promise<string> {
    let corporationId = '';
    const always = { startsOn: '2020-01-01', endsOn: '2099-12-31' };
    const plan = quotaMonths === undefined ? ({ kind: 'monthly', quotaMonths: 0 } as const) : ({ kind: 'one_time', quotaMonths } as const);
    await withinLockPatience(() => {
      corporationId = randomUUID();
      return messages.request('contracts.create', { corporationId, ...plan, ...always }, { timeoutMs });
    });
    return corporationId;
  }

  async function start(taxId: string, corporationId?: string, docType: DocType = 'RUC'): Promise<StartLoads> {
    const owner = corporationId ?? (await createCorporation());
    const asked = { docType, taxIds: [taxId], mode: 'monitoring' as const, origin: testOrigin };
    const started: StartLoads = { requestId: randomUUID(), corporationId: owner, ...asked };
    await commandPatiently(started);
    return started;
  }

  async function untilFinished(
    requestId: string,
    patienceMs = 120_000,
  ): Promise<{ taxId: string; state: string; reason: string | null }[]> {
    const isFinished = () => database.query(`SELECT 1 FROM profiles.load_request WHERE id = $1 AND state = 'finished'`, [requestId]);
    await waitUntil(async () => (await isFinished()).length > 0, { what: `request ${requestId} is finished`, timeoutMs: patienceMs });
    return database.query(`SELECT tax_id AS "taxId", state, reason FROM profiles.load_item WHERE request_id = $1 ORDER BY tax_id`, [
      requestId,
    ]);
  }

  const pause = (source: SourceName) =>
    withinLockPatience(() => messages.request('sources.pause', { source, reason: 'prueba' }, { timeoutMs }));
  const resume = (source: SourceName) => withinLockPatience(() => messages.request('sources.resume', { source }, { timeoutMs }));

  return {
    database,
    brokerUrl: url,
    broker,
    messages,
    simulator: new Simulator(simulator),
    createCorporation,
    command,
    commandPatiently,
    start,
    async load(taxId, corporationId, docType) {
      const [item] = await untilFinished((await start(taxId, corporationId, docType)).requestId);
      return item!;
    },
    untilFinished,
    pause,
    resume,
    async holding(source, work) {
      try {
        await pause(source);
        return await work();
      } finally {
        await resume(source);
      }
    },
    async giveUp(taxId, source) {
      await database.query(
        `UPDATE profiles.task SET deadline_at = now() FROM profiles.load WHERE load.id = load_id AND tax_id = $1 AND source = $2
           AND task.closed_at IS NULL`,
        [taxId, source],
      );
    },
    loads: (taxId) =>
      database.query('SELECT id, state, estado, opened_at, closed_at FROM profiles.load WHERE tax_id = $1 ORDER BY opened_at', [taxId]),
    async tasks(loadId) {
      const rows = await database.query<Task>('SELECT source, state, attempts, failure, closed_at FROM profiles.task WHERE load_id = $1', [
        loadId,
      ]);
      return new Map(rows.map((task) => [task.source, task]));
    },
    async sections(taxId) {
      const [profile] = await database.query<{ fragments: string[] }>(
        'SELECT fragments_v2 AS fragments FROM profiles.profile WHERE tax_id = $1',
        [taxId],
      );
      if (profile?.fragments.length !== firstFragments('RUC').v2.length) throw new Error(`${taxId} has no profile`);
      return JSON.parse(`{${profile.fragments.join(',')}}`);
    },
    async stop() {
      await broker.close();
      await service.close();
      await Promise.all([simulator.kill(), billing.kill()]);
      await database.drop();
    },
  };
}

/** The simulated sources, and what a test may change about them. */
class Simulator {
  constructor(private readonly process: ServiceProcess) {}

  /** For the whole source, unless a document is named. */
  async lay(source: SourceName, taxId: string | undefined, rule: { delayMs?: number; outcome?: string; times?: number }): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const path = `${this.process.url}/control/${[source, taxId].filter(Boolean).join('/')}`;
    const response = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(rule) });
    if (!response.ok) throw new Error(`the simulator refused: ${await response.text()}`);
  }

  async calls(source: SourceName, taxId: string): Promise<number> {
    const response = await fetch(`${this.process.url}/control/calls`);
    const { sources } = (await response.json()) as { sources: Record<SourceName, { taxIds: Record<string, number> }> };
    return sources[source].taxIds[taxId] ?? 0;
  }
}
