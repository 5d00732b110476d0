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
