import { setTimeout as pause } from 'node:timers/promises';
import { lockAccountOf, waitUntil, type Answer, type HeldLock, type System, type WebhookReceiver } from '@vigia/testing';
import { loadOne, post } from '../clients/calls.js';
import { freshRuc, freshRucs } from '../clients/documents.js';
import type { NewClient } from '../clients/new-client.js';
import { controlSource } from '../clients/control-source.js';

const hangingSource = 'protestos';
/** The average pause before each call of one client: the test measures who waits for whom, not the capacity of the machine. */
const pauseMs = 1_000;
/** Fewer than a source has workers, and too few to open its circuit while others get answers: both are shared by everybody. */
const hangingAtOnce = 2;

/** A corporation whose account is locked, whose source and receiver hang, and whose calls make no sense, all at once. */
export class NoisyNeighbour {
  private lock: HeldLock | undefined;
  private going: Promise<unknown> = Promise.resolve();
  private isSilent = true;
  private readonly met = { locked: false, hanging: false, malformed: false };

  private constructor(
    private readonly system: System,
    private readonly client: NewClient,
    private readonly receiver: WebhookReceiver,
    private readonly loaded: string[],
  ) {}

  static async of(system: System, client: NewClient, receiver: WebhookReceiver): Promise<NoisyNeighbour> {
    const loaded = freshRucs(2);
    for (const taxId of loaded) await loadOne(client, taxId, { months: 1 });
    return new NoisyNeighbour(system, client, receiver, loaded);
  }

  /** Resolves when every kind of trouble has occurred; the noise continues until it is told to stop. */
  async begin(): Promise<void> {
    this.isSilent = false;
    this.lock = await lockAccountOf(this.system.database, this.client.corporationId);
    const asOften = (clients: number, call: (i: number) => Promise<unknown>) =>
      Array.from({ length: clients }, (_, i) => this.repeat(() => call(i)));
    this.going = Promise.all([
      ...asOften(3, () => this.load()),
      ...asOften(1, () => post(this.client, '/v2/perfiles/cargar/simular', { taxId: freshRuc(), docType: 'RUC' })),
      ...asOften(1, () => post(this.client, '/v2/perfiles/forzar-actualizacion', { taxIds: this.loaded })),
      ...asOften(this.loaded.length, (i) => this.client.trigger(this.loaded[i]!)),
      ...asOften(1, () => this.malformed()),
      ...asOften(hangingAtOnce, () => this.hanging()),
    ]);
    await this.lock.untilWaitedFor();
    const isInTrouble = () => Object.values(this.met).every(Boolean) && this.receiver.received.length > 0;
    await waitUntil(isInTrouble, { what: 'every kind of trouble' });
  }

  /** The lock is released: the call that was refused before now succeeds. */
  async isWellAgain(): Promise<boolean> {
    return (await loadOne(this.client, freshRuc(), { months: 1 })).status === 200;
  }

  async silence(): Promise<void> {
    this.isSilent = true;
    await this.lock?.release();
    this.lock = undefined;
    await this.going;
  }

  private async repeat(call: () => Promise<unknown>): Promise<void> {
    while (!this.isSilent) {
      await pause(2 * Math.random() * pauseMs);
      await call();
    }
  }

  private async load(): Promise<void> {
    const { status } = await loadOne(this.client, freshRuc(), { months: 1 });
    this.met.locked ||= status === 503;
  }

  /** A query costs no months, so only the source delays it. */
  private async hanging(): Promise<void> {
    const taxId = freshRuc();
    await controlSource(this.system, hangingSource, taxId, { outcome: 'timeout' });
    const { status } = await loadOne(this.client, taxId, { isMonitoring: false });
    this.met.hanging ||= status === 200;
  }

  private async malformed(): Promise<void> {
    const answers: Answer[] = [
      await loadOne(this.client, 'no document'),
      await post(this.client, '/v2/perfiles/cargar-masivo', { taxIds: 'none', docType: 'RUC' }),
      await post(this.client, '/v1/webhook/perfiles/resumen', { taxId: 7 }),
    ];
    this.met.malformed ||= answers.every(({ status }) => status === 400);
  }
}
