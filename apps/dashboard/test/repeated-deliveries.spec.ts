import { expect, it } from '@jest/globals';
import { en as eventsEn } from '../src/webhooks/events/words.en.ts';
import { es as eventsEs } from '../src/webhooks/events/words.es.ts';
import { headerOfRepetitions } from '../src/webhooks/webhook.ts';
import { en as webhooksEn } from '../src/webhooks/words.en.ts';
import { es as webhooksEs } from '../src/webhooks/words.es.ts';

it.each([
  [{ standardHeaders: true }, 'webhook-id', 'X-Service-Trigger-Id'],
  [{ standardHeaders: false }, 'X-Service-Trigger-Id', 'webhook-id'],
  [undefined, 'X-Service-Trigger-Id', 'webhook-id'],
])('a dialog that sends again names a header that this webhook sends (%j: %s)', (webhook, named, other) => {
  const header = headerOfRepetitions(webhook);
  for (const text of [webhooksEs.recovery.hint, webhooksEn.recovery.hint, eventsEs.detail.resendText, eventsEn.detail.resendText]) {
    expect(text(header)).toContain(named);
    expect(text(header)).not.toContain(other);
  }
});
