import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import { readSettings } from '@vigia/service-kit';
import { sourcesToAsk } from '../../src/domain/source-standing.js';
import { Imported } from '../../src/registry/imported.js';
import { RenewedSources } from '../../src/registry/renewed-sources.js';
import { profileLoaderSettings } from '../../src/settings.js';
import { SourceProviders } from '../../src/sources/providers/provider.js';

const startedAt = Date.parse('2026-11-30T12:00:00Z');
const minutesAfter = (minutes: number) => startedAt + minutes * 60_000;

describe('a source that was not contracted', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: startedAt }));
  afterEach(() => mock.timers.reset());

  function started(environment: Record<string, string>): RenewedSources {
    const settings = readSettings(profileLoaderSettings, {
      DATABASE_URL: 'postgres://unused',
      VIGIA_BROKER_URL: 'postgres://unused',
      ...environment,
    });
    const nothingImported = { rows: () => Promise.resolve([]) } as unknown as Database;
    return new RenewedSources(new Imported(nothingImported), new SourceProviders(settings));
  }

  /** Whether a load asks the source again at a minute after the start, by the minute of its answer. */
  async function isAskedAt(minute: number, answered: number, replica: RenewedSources): Promise<boolean> {
    mock.timers.setTime(minutesAfter(minute));
    const answeredAt = new Date(minutesAfter(answered));
    const standings = sourceNames.map((source) => ({
      source,
      outcome: source === 'protestos' ? ('not_contracted' as const) : ('data' as const),
      failure: null,
      answeredAt,
      complete: true,
    }));
    return sourcesToAsk('RUC', standings, new Date(minutesAfter(-600)), await replica.since()).includes('protestos');
  }

  it('is asked again by a replica that has a provider for it, and after a roll-out once more, because an old replica may have answered', async () => {
    const replica = started({ VIGIA_SOURCES_URL: 'http://sources' });
    expect(await isAskedAt(1, -1, replica)).toBe(true);
    expect(await isAskedAt(2, 1, replica)).toBe(false);
    expect(await isAskedAt(14, 1, replica)).toBe(false);
    expect(await isAskedAt(15, 14, replica)).toBe(true);
    expect(await isAskedAt(16, 15, replica)).toBe(false);
  });

  it('is not asked again by a replica without a provider', async () => {
    const replica = started({});
    for (const minute of [1, 16]) expect(await isAskedAt(minute, -1, replica)).toBe(false);
  });
});
