import {
  ApiClient,
  createWebhook,
  startWebhookReceiver,
  waitUntil,
  type System,
  type TestCorporation,
  type WebhookReceiver,
} from '@vigia/testing';

/** Somebody who has the summary of a document sent when its load has ended. */
export class AwaitedSummary {
  private triggerId: string | undefined;

  private constructor(
    private readonly client: ApiClient,
    private readonly receiver: WebhookReceiver,
  ) {}

  static async prepare(system: System, corporation: TestCorporation): Promise<AwaitedSummary> {
    const receiver = await startWebhookReceiver();
    await createWebhook(system.brokerUrl, corporation.corporationId, { url: receiver.url });
    return new AwaitedSummary(new ApiClient(system.replicas('gateway')[0]!.url, corporation), receiver);
  }

  async trigger(taxId: string): Promise<void> {
    const { status, body } = await this.client.trigger(taxId);
    if (status !== 202) throw new Error(JSON.stringify(body));
    this.triggerId = body.data.triggerId;
  }

  async untilTold(): Promise<void> {
    const told = () => this.receiver.received.find(({ headers }) => headers['x-service-trigger-id'] === this.triggerId);
    const { body } = await waitUntil(told, { what: 'the summary is sent' });
    const { profileLoadStatus, data } = JSON.parse(body.toString());
    if (profileLoadStatus !== 'succeeded' || data.activo !== true) throw new Error(body.toString());
  }

  close(): void {
    this.receiver.close();
  }
}
