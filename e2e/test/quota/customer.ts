import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { todayInLima, waitUntil, type Answer, type ApiClient, type System } from '@vigia/testing';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { post } from '../../src/clients/calls.js';
import { freshRucs } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { failEverySource } from './faults.js';
import { chargesOf, statementOf } from './statement.js';

const terms = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2098-12-31', quotaMonths: 20, documentPriceCents: 150 } as const;

/** What becomes of a load, and then of a forced update, whatever dies: the quota is available, held and consumed months. */
export const loadMoves = ['grant 20', 'hold 2', 'hold 2', 'hold 2', 'commit 2', 'commit 2', 'void 2'];
export const afterLoad = { quota: [16, 0, 4], moves: loadMoves, accesses: ['active', 'active', 'failed'], charges: 2, drifts: [] };
const updateMoves = [...loadMoves, 'hold 1', 'void 1', 'return 1', 'deduct 2'];
export const afterUpdate = { ...afterLoad, quota: [15, 0, 5], moves: updateMoves };
export const loaded = ({ taxIds }: Customer) => ({
  successful: 2,
  failed: 1,
  skipped: 0,
  errors: [{ taxId: taxIds[2], reason: 'no source could be read, and nothing was charged; try again later' }],
});
export const updated = { successful: 1, failed: 0, skipped: 0, errors: [] };

/** A corporation that loads three documents for two months each, of which one cannot be read, and then has another one updated. */
export class Customer {
  private readonly keys = { load: randomUUID(), update: randomUUID() };

  private constructor(
    private readonly system: System,
    readonly client: NewClient,
    readonly taxIds: [string, string, string],
  ) {}

  static async of(system: System): Promise<Customer> {
    // Its months are counted: none may end between its load and its update.
    await todayInLima({ minutesLeft: 4 });
    const taxIds = freshRucs(3) as [string, string, string];
    await failEverySource(system, taxIds[2]);
    return new Customer(system, await newClient(system, terms), taxIds);
  }

  load(client: ApiClient = this.client): Promise<Answer> {
    return post(client, '/v2/perfiles/cargar-masivo', { taxIds: this.taxIds, docType: 'RUC', months: 2 }, this.key('load'));
  }

  update(): Promise<Answer> {
    return post(this.client, '/v2/perfiles/forzar-actualizacion', { taxIds: [this.taxIds[0]] }, this.key('update'));
  }

  /** What a call comes to when it is repeated, as it was, until it is answered for good; later it is answered no other way. */
  async untilAnswered(call: () => Promise<Answer>): Promise<unknown> {
    const first = await waitUntil(
      async () => {
        const answer = await call().catch(() => undefined);
        return answer?.status === 200 && answer;
      },
      { what: 'the call is answered' },
    );
    await waitUntil(async () => (await this.open()).length === 0, { what: 'everything is at rest' });
    const { status, body } = await call();
    if (status !== 200 || !isDeepStrictEqual(body, first.body))
      throw new Error(`then ${JSON.stringify(first.body)}, now ${JSON.stringify(body)}`);
    return body.results ?? body.data.results;
  }

  /** All that money and rights depend on. */
  async books() {
    const { lineas, saldo_final } = await statementOf(this.client);
    const accesses = await this.query<{ state: string }>('SELECT state FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id');
    const { drifts } = await askOperator(this.system, (messages) => messages.request('billing.verify', {}, { timeoutMs }));
    return {
      quota: [saldo_final.disponible, saldo_final.reservada, saldo_final.consumida],
      moves: lineas.map(({ tipo, meses }) => `${tipo} ${meses}`),
      accesses: accesses.map(({ state }) => state),
      charges: await chargesOf(this.client),
      drifts,
    };
  }

  private key(of: 'load' | 'update') {
    return { 'idempotency-key': this.keys[of] };
  }

  private open(): Promise<unknown[]> {
    return this.query(
      `SELECT id FROM profiles.load_request WHERE corporation_id = $1 AND state <> 'finished'
       UNION ALL SELECT command_id FROM billing.quota_hold JOIN billing.contract ON contract.id = contract_id
         WHERE corporation_id = $1 AND state = 'held'
       UNION ALL SELECT request_id FROM billing.access WHERE corporation_id = $1 AND state = 'pending'`,
    );
  }

  private query<Row>(sql: string): Promise<Row[]> {
    return this.system.database.query<Row>(sql, [this.client.corporationId]);
  }
}
