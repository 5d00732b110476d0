import { waitUntil, type Answer, type ApiClient, type WebhookReceiver } from '@vigia/testing';
import { loadOne, post } from '../clients/calls.js';
import { freshRuc } from '../clients/documents.js';
import type { Times } from './p95.js';

/** Does one thing after another, must succeed every time, and measures the durations. */
export class QuietCustomer {
  constructor(
    private readonly client: ApiClient,
    private readonly receiver: WebhookReceiver,
  ) {}

  newTimes(): Times {
    return new Map(['load', 'summary', 'preview', 'delivery', 'forced update'].map((operation) => [operation, []]));
  }

  async pass(times: Times = this.newTimes()): Promise<void> {
    const taxId = freshRuc();
    const timed = async (operation: string, status: number, call: () => Promise<Answer>) => {
      const begun = performance.now();
      const answer = await call();
      times.get(operation)!.push(performance.now() - begun);
      if (answer.status !== status) throw new Error(`${operation} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    await timed('preview', 200, () => post(this.client, '/v2/perfiles/cargar/simular', { taxId, docType: 'RUC', months: 1 }));
    await timed('load', 200, () => loadOne(this.client, taxId, { months: 1 }));
    await timed('summary', 200, () => this.client.summary(taxId));
    await timed('delivery', 202, () => this.delivered(taxId));
    const update = await timed('forced update', 200, () => post(this.client, '/v2/perfiles/forzar-actualizacion', { taxIds: [taxId] }));
    if (update.data.results.successful !== 1) throw new Error(`the forced update failed: ${JSON.stringify(update.data)}`);
  }

  private async delivered(taxId: string): Promise<Answer> {
    const answer = await this.client.trigger(taxId);
    const isOwn = ({ headers }: WebhookReceiver['received'][number]) => headers['x-service-trigger-id'] === answer.body?.data?.triggerId;
    await waitUntil(() => this.receiver.received.some(isOwn), { what: `the delivery of ${taxId}` });
    return answer;
  }
}
