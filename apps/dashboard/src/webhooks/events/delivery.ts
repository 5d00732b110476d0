import { IconAlertTriangle, IconCheck, IconClock, IconPlayerSkipForward, type Icon } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import type { Tone } from '#theme/colours.ts';

export type Event = AnswerTo<'GET /panel/v1/events'>['events'][number];
export type Delivery = AnswerTo<'GET /panel/v1/deliveries/:deliveryId'>['delivery'];
export type Attempt = AnswerTo<'GET /panel/v1/deliveries/:deliveryId/attempts'>['attempts'][number];

export const looks: Record<Delivery['health'], { tone: Tone; icon: Icon }> = {
  SUCCEEDED: { tone: 'good', icon: IconCheck },
  FAILED: { tone: 'bad', icon: IconAlertTriangle },
  PENDING: { tone: 'watch', icon: IconClock },
  SKIPPED_INACTIVE: { tone: 'quiet', icon: IconPlayerSkipForward },
};

/** A resend can arrive between two reads of the server: while something is running, the page itself asks. */
export const lookAgainMs = 3_000;
export function lookAgainFor(deliveries: readonly Pick<Delivery, 'health' | 'nextAttemptAt'>[]): number | false {
  const soon = Date.now() + 60_000;
  return deliveries.some(({ health, nextAttemptAt }) => health === 'PENDING' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < soon)
    ? lookAgainMs
    : false;
}

interface AskedList {
  before?: string | undefined;
  after?: string | undefined;
  httpClass?: string | undefined;
  failure?: string | undefined;
}

/** To fill a later page or one of these filters, the server may read much of the log of the corporation. */
const seldom = 10;
export function lookAgainInList(deliveries: Parameters<typeof lookAgainFor>[0], { before, after, httpClass, failure }: AskedList) {
  const often = lookAgainFor(deliveries);
  return often && (before ?? after ?? httpClass ?? failure) !== undefined ? seldom * often : often;
}

/**
 * The sent request, for sending it again by hand. Masked values are left out, and so is the signature, which is valid only for those bytes.
 */
export function asCurl(url: string, headers: Attempt['requestHeaders'], file: string): string {
  const shown = headers.filter(
    ({ name, value }) => !value.includes('•') && !/^(content-length|host|x-service-signature|webhook-signature)$/i.test(name),
  );
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [
    `curl -X POST ${quoted(url)}`,
    ...shown.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(`@${file}`)}`,
  ];
  return lines.join(' \\\n  ');
}
