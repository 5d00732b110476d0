import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil, type Answer, type ApiClient, type WebhookReceiver } from '@vigia/testing';
import { post } from '../clients/calls.js';
import { freshRuc } from '../clients/documents.js';
import type { Times } from './p95.js';

/**
 * Does one thing after another, must succeed every time, and measures the durations. A patient one repeats one call of a pass if it is
 * answered 503, after the time that the answer names. It makes one call at a time, so a machine that stalls once refuses it once, while a
 * neighbour that takes everything refuses it again.
 */
export class QuietCustomer {
  constructor(
    private readonly client: ApiClient,
    private readonly receiver: WebhookReceiver,
    private readonly isPatient: boolean,
  ) {}

  newTimes(): Times {
    return new Map(['load', 'summary', 'preview', 'delivery', 'forced update'].map((operation) => [operation, []]));
  }

  async pass(times: Times = this.newTimes()): Promise<void> {
    const taxId = freshRuc();
    let mayRepeat = this.isPatient;
    const timed = async (operation: string, status: number, call: () => Promise<Answer>) => {
      const begun = performance.now();
      let answer = await call();
      if (answer.status === 503 && mayRepeat) {
        mayRepeat = false;
        await pause(Number(answer.headers.get('retry-after')) * 1_000);
        answer = await call();
      }
      times.get(operation)!.push(performance.now() - begun);
      if (answer.status !== status) throw new Error(`${operation} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const command = (path: string, body: object) => {
      const key = { 'idempotency-key': randomUUID() };
      return () => post(this.client, path, body, key);
    };
    const load = { taxId, docType: 'RUC', months: 1 };
    await timed('preview', 200, () => post(this.client, '/v2/perfiles/cargar/simular', load));
    await timed('load', 200, command('/v2/perfiles/cargar', load));
    await timed('summary', 200, () => this.client.summary(taxId));
    await timed('delivery', 202, () => this.delivered(command('/v1/webhook/perfiles/resumen', { taxId, docType: 'RUC' })));
    const update = await timed('forced update', 200, command('/v2/perfiles/forzar-actualizacion', { taxIds: [taxId] }));
    if (update.data.results.successful !== 1) throw new Error(`the forced update failed: ${JSON.stringify(update.data)}`);
  }

  private async delivered(trigger: () => Promise<Answer>): Promise<Answer> {
    const answer = await trigger();
    if (answer.status !== 202) return answer;
    const isOwn = ({ headers }: WebhookReceiver['received'][number]) => headers['x-service-trigger-id'] === answer.body.data.triggerId;
    await waitUntil(() => this.receiver.received.some(isOwn), { what: `the delivery of ${answer.body.data.triggerId}` });
    return answer;
  }
}
