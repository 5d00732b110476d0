import type { BasicCredentials } from '@vigia/contracts';
import { requestCredential, requestInvitation } from '@vigia/messaging';
import {
  ApiClient,
  createUser,
  createWebhook,
  PanelClient,
  waitUntil,
  type System,
  type TestCorporation,
  type TestDatabase,
  type TestUser,
} from '@vigia/testing';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';

const nobodyListens = 'http://127.0.0.1:9/';
const underWay = 'ledgers.verify';

/** What holds until it is taken back: a second credential of a corporation, a user, the password of another one, a second receiver, and a corporation of its own. */
export class TakenBack {
  private constructor(
    private readonly system: System,
    private readonly corporationId: string,
    private readonly credential: BasicCredentials,
    private readonly user: TestUser,
    private readonly other: TestUser,
    private readonly configurationId: string,
    private readonly suspended: TestCorporation,
  ) {}

  static async prepare(system: System, { corporationId }: TestCorporation): Promise<TakenBack> {
    const { brokerUrl } = system;
    const baseUrl = gatewayOf(system);
    const credential = await askOperator(system, (messages) => requestCredential(messages, corporationId, { timeoutMs }));
    const newUser = () => createUser({ brokerUrl, baseUrl }, { corporationId, role: 'analyst' });
    const [user, other] = [await newUser(), await newUser()];
    const { configurationId } = await createWebhook(brokerUrl, corporationId, { url: nobodyListens });
    const toSuspend = await system.createCorporation('monthly');
    await system.database.query(`INSERT INTO identity.audit_entry (actor, action, detail) VALUES ('operator', '${underWay}', '{}')`);
    return new TakenBack(system, corporationId, credential, user, other, configurationId, toSuspend);
  }

  /** An act that has begun ends, too, and a user is made, who sets a password. */
  async takeBack(): Promise<void> {
    const { corporationId, configurationId, credential, user, other, suspended } = this;
    const { brokerUrl, database } = this.system;
    await askOperator(this.system, async (messages) => {
      await messages.request('credentials.revoke', { accessKey: credential.accessKey }, { timeoutMs });
      await messages.request('users.deactivate', { userId: user.userId }, { timeoutMs });
      await requestInvitation(messages, 'users.reset', { userId: other.userId }, { timeoutMs });
      await messages.request('webhooks.edit', { corporationId, configurationId, changes: { active: false } }, { timeoutMs });
      await messages.request('corporations.suspend', { corporationId: suspended.corporationId }, { timeoutMs });
    });
    await database.query(
      `INSERT INTO identity.audit_outcome (position, outcome) SELECT position, 'done' FROM identity.audit_entry WHERE action = '${underWay}'`,
    );
    await createUser({ brokerUrl, baseUrl: gatewayOf(this.system) }, { corporationId, role: 'analyst' });
  }

  /** What each of them is told by a system, and what became of the delivery that the receiver was owed. */
  async answeredBy(system: System): Promise<Record<'credential' | 'user' | 'password' | 'corporation', number> & { delivery: string }> {
    const tokenFor = async (credential: BasicCredentials) => (await new ApiClient(gatewayOf(system), credential).obtainToken()).status;
    const signIn = async (user: TestUser) => (await new PanelClient(gatewayOf(system)).signIn(user)).status;
    return {
      credential: await tokenFor(this.credential),
      user: await signIn(this.user),
      password: await signIn(this.other),
      corporation: await tokenFor(this.suspended),
      delivery: await waitUntil(() => this.deliveryIn(system), { what: 'the delivery is given up or attempted' }),
    };
  }

  private async deliveryIn({ database }: System): Promise<string | undefined> {
    const [delivery] = await database.query<{ outcome: string | null }>(
      `SELECT CASE WHEN attempts > 0 THEN 'attempted' WHEN state <> 'PENDING' THEN state END AS outcome FROM webhooks.delivery WHERE configuration_id = $1`,
      [this.configurationId],
    );
    return delivery?.outcome ?? undefined;
  }
}

/** The audit record of a database, from its first entry on. */
export function actsIn(database: Pick<TestDatabase, 'query'>): Promise<{ actor: string; action: string; outcome: string | null }[]> {
  return database.query(
    `SELECT actor, action, subject, detail, at::text, outcome FROM identity.audit_entry LEFT JOIN identity.audit_outcome USING (position)
     ORDER BY position`,
  );
}

function gatewayOf(system: System): string {
  return system.replicas('gateway')[0]!.url;
}
