import type { AnswerTo } from '#gateway/operations.ts';
import type { es } from './words.es.ts';

export type Webhook = AnswerTo<'GET /panel/v1/webhooks'>['webhooks'][number];
export type Words = typeof es;

export const mostActive = 3;

/** The name of a webhook without one: its server. */
export function nameOf({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name ?? (URL.canParse(url) ? new URL(url).host : url);
}

/** Where a delivery went: the name of its webhook, or the server that it was sent to, which the webhook may have left since. */
export function receiverOf({ url, attempts }: { url: string | null; attempts: number }, webhook: Webhook | undefined): string | undefined {
  if (!webhook) return undefined;
  const sentTo = attempts > 0 ? url : webhook.url;
  return webhook.name ?? (sentTo ? nameOf({ name: null, url: sentTo }) : undefined);
}

/** The header by which a receiver recognises a repeated delivery. Only with Standard Webhooks does a delivery have an id of its own. */
export function headerOfRepetitions(webhook: Pick<Webhook, 'standardHeaders'> | undefined): string {
  return webhook?.standardHeaders ? 'webhook-id' : 'X-Service-Trigger-Id';
}
