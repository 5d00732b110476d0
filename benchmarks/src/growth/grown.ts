import {
  ApiClient,
  createUser,
  createWebhook,
  receiversOnThisMachine,
  serviceProcesses,
  signedIn,
  type TestCorporation,
} from '@vigia/testing';
import { Pool } from 'undici';
import { serversOf } from '../processes.js';
import { loadTemplates } from '../summary/profiles.js';
import { startProduct, type RunningSystem } from '../system.js';
import { storeProfiles, type Owner } from './history.js';

const connections = 16;

/** A running product, its corporation and its clients. */
export class Grown {
  static async start(receiverUrl: string, environment: Record<string, string> = {}): Promise<Grown> {
    const system = await startProduct({
      environment: {
        ...receiversOnThisMachine,
        VIGIA_RATE_PER_SECOND: '1000000',
        VIGIA_RATE_BURST: '1000000',
        VIGIA_DOCUMENTS_PER_MINUTE: '1000000',
        ...environment,
      },
    });
    const gateway = system.replicas('gateway')[0]!;
    const account = await system.createCorporation('monthly');
    const buyer = await system.createCorporation('one_time');
    const user = await createUser(
      { brokerUrl: system.brokerUrl, baseUrl: gateway.url },
      { corporationId: account.corporationId, role: 'analyst' },
    );
    const { cookie } = await signedIn(gateway.url, user);
    await createWebhook(system.brokerUrl, account.corporationId, { url: `${receiverUrl}/1` });
    const [contract] = await system.database.query<{ id: string }>('SELECT id FROM billing.contract WHERE corporation_id = $1', [
      buyer.corporationId,
    ]);
    const client = new ApiClient(gateway.url, account);
    const { authorization } = await client.authorization();
    const buyerClient = new ApiClient(gateway.url, buyer);
    const asked = { authorization, cookie: cookie!, buyerAuthorization: (await buyerClient.authorization()).authorization };
    const grown = new Grown(system, account, { corporationId: account.corporationId, contractId: contract!.id }, client, asked);
    await grown.findServers();
    return grown;
  }

  /** The number of stored profiles. */
  size = 0;
  readonly pool: Pool;
  private servers: { name: string; pid: number }[] = [];

  private constructor(
    readonly system: RunningSystem,
    private readonly account: TestCorporation,
    readonly owner: Owner,
    readonly client: ApiClient,
    readonly headers: { authorization: string; cookie: string; buyerAuthorization: string },
  ) {
    this.pool = new Pool(client.baseUrl, { connections });
  }

  async growTo(size: number): Promise<void> {
    if (this.size === 0) await loadTemplates(this.client.baseUrl, this.account);
    await storeProfiles(this.system, this.owner, this.size, size);
    this.size = size;
  }

  /** Every process of the product, without the simulated sources. */
  get processes(): { name: string; pid: number }[] {
    return [...serviceProcesses.flatMap((name) => this.system.replicas(name).map(({ pid }) => ({ name, pid }))), ...this.servers];
  }

  async get(path: string, headers: Record<string, string>): Promise<void> {
    const { statusCode, body } = await this.pool.request({ method: 'GET', path, headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 200)}`);
  }

  async stop(): Promise<void> {
    await this.pool.destroy();
    await this.system.stop();
  }

  private async findServers(): Promise<void> {
    this.servers = Object.entries(await serversOf(this.system.servers)).map(([name, [pid]]) => ({ name, pid: pid! }));
  }
}
