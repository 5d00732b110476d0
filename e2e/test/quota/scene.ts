import type { Answer, System } from '@vigia/testing';
import { loadOne } from '../../src/clients/calls.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { itIs } from './business-clock.js';
import { adjustQuota, whileQuotaDrops } from './faults.js';
import { monthsBetween, type WorkedCase } from './worked-cases.js';

const queryHours = 48;
const hourMs = 3_600_000;

/** The corporation of a case, in the situation that the case begins with. */
export class Scene {
  private constructor(
    readonly system: System,
    readonly worked: WorkedCase,
    private readonly number: number,
    readonly client: NewClient,
  ) {}

  static async arrange(system: System, worked: WorkedCase, number: number): Promise<Scene> {
    const { contract, quotaBefore, state = {}, platformKnown = [], now } = worked;
    const spent = Object.values(state).reduce((sum, { startedOn, lastMonth }) => sum + months(startedOn, lastMonth), 0);
    const terms = { ...contract, endsOn: contract.endsOn ?? '2099-12-31', quotaMonths: quotaBefore + spent };
    await itIs(system, now);
    const scene = new Scene(system, worked, number, await newClient(system, terms));
    for (const taxId of Object.keys(state)) await scene.begin(taxId);
    const unknown = platformKnown.filter((taxId) => !(taxId in state));
    if (unknown.length > 0) {
      const other = await newClient(system);
      for (const taxId of unknown) await loadOne(other, scene.own(taxId), { docType: 'DNI', isMonitoring: false });
    }
    await itIs(system, now);
    return scene;
  }

  /** The platform knows a document of an earlier case, so that each case has documents of its own. */
  readonly own = (taxId: string): string => (taxId.length === 8 ? `9999${String(this.number).padStart(2, '0')}${taxId.slice(6)}` : taxId);

  private async begin(taxId: string): Promise<void> {
    const { mode, startedOn, lastMonth, queryUntil } = this.worked.state![taxId]!;
    if (mode === 'expired_at_once') return this.expireAtOnce(taxId);
    if (mode === 'query') {
      await itIs(this.system, new Date(Date.parse(queryUntil!) - queryHours * hourMs).toISOString());
      await this.load(taxId, { isMonitoring: false });
    } else {
      await itIs(this.system, `${startedOn!}T17:00:00Z`);
      await this.load(taxId, lastMonth ? { months: months(startedOn, lastMonth) } : {});
    }
  }

  private async expireAtOnce(taxId: string): Promise<void> {
    const { system, client, worked } = this;
    // A minute earlier, so that the clock of the case does not go back before it.
    await itIs(system, new Date(Date.parse(worked.now) - 60_000).toISOString());
    await whileQuotaDrops(system, client, worked.quotaBefore, () => this.load(taxId, { months: 1 }));
    await adjustQuota(system, client, worked.quotaBefore);
  }

  private async load(taxId: string, body: object): Promise<Answer> {
    const answer = await loadOne(this.client, this.own(taxId), { docType: 'DNI', ...body });
    if (answer.status !== 200) throw new Error(`the case cannot begin: ${JSON.stringify(answer.body)}`);
    return answer;
  }
}

function months(startedOn?: string, lastMonth?: string): number {
  return startedOn && lastMonth ? monthsBetween(startedOn, lastMonth) : 0;
}
