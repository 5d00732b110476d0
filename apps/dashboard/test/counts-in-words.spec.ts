import { expect, it } from '@jest/globals';
import { en as refusalEn } from '../src/gateway/refusal.en.ts';
import { es as refusalEs } from '../src/gateway/refusal.es.ts';
import { en as loadingEn } from '../src/loading/words.en.ts';
import { es as loadingEs } from '../src/loading/words.es.ts';
import { en as monitoringEn } from '../src/monitoring/words.en.ts';
import { es as monitoringEs } from '../src/monitoring/words.es.ts';
import { en as portfolioEn } from '../src/portfolio/words.en.ts';
import { es as portfolioEs } from '../src/portfolio/words.es.ts';
import { en as webhooksEn } from '../src/webhooks/words.en.ts';
import { es as webhooksEs } from '../src/webhooks/words.es.ts';

const n = 12_345;

it.each([
  ['es', portfolioEs, loadingEs, monitoringEs, webhooksEs, refusalEs],
  ['en', portfolioEn, loadingEn, monitoringEn, webhooksEn, refusalEn],
])('counts above 999 have a separator (%s)', (_language, portfolio, loading, monitoring, webhooks, refusal) => {
  const texts = {
    ended: portfolio.seeEnded(n),
    selected: portfolio.selected(n),
    reactivate: loading.reactivate(n),
    activateTitle: monitoring.activateTitle(n),
    leftOut: monitoring.leftOut(n),
    activated: monitoring.activated(n),
    untouched: monitoring.untouched(n),
    expired: monitoring.expired(n),
    refused: monitoring.refused(n, ''),
    firstOnly: monitoring.firstOnly(100, n),
    delivered: webhooks.delivered(n),
    failed: webhooks.failed(n),
    pending: webhooks.pending(n),
    hour: webhooks.hourOf('10:00', n, n, n),
    months: refusal.byCode.months_not_available!({ available: n }),
  };
  const plain = Object.entries(texts).filter(([, text]) => text.includes(String(n)) || !text.includes('12,345'));
  expect(plain).toEqual([]);
});
