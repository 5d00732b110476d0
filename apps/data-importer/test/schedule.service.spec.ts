import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@vigia/service-kit';
import { holdLock, waitUntil, type HeldLock } from '@vigia/testing';
import { register } from 'prom-client';
import { datasets } from '../src/datasets/datasets.js';
import { padronOf } from './running/padron.js';
import { startPublisher, type Publisher } from './running/publisher.js';
import { startImporter, startReplica, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const premises = 'local_anexo';
const weekly = 'ssco';

describe('the schedule of downloads', () => {
  let importer: RunningImporter;
  let publisher: Publisher;
  let others: HeldLock | undefined;

  beforeAll(async () => {
    publisher = await startPublisher();
    publisher.publish(padronOf('EMPRESA', 3));
    importer = await startImporter();
    // Only what a test makes due is downloaded, and nothing from outside this machine. Some lists are due again after two hours.
    await importer.database.query(`UPDATE registry.dataset SET due_at = now() + interval '2 hours'`);
    await importer.pause();
  });

  afterAll(async () => {
    await importer?.resume();
    await importer?.stop();
    await publisher?.close();
  });

  afterEach(() => letImportsGo());

  /** No import begins while another connection has the lock. */
  const holdImports = async () => {
    others = await holdLock(importer.database, 'SELECT pg_advisory_lock(4416209953)');
  };
  const letImportsGo = async () => {
    await others?.release();
    others = undefined;
  };
  /** A replica that downloads what is due, during `work`. */
  const scheduled = async (work: () => Promise<void>, otherAddresses: Record<string, string> = {}) => {
    const addresses = { ...Object.fromEntries(datasets.map(({ name }) => [name, publisher.url])), ...otherAddresses };
    let replica: RunningService | undefined;
    try {
      replica = await startReplica(importer, {
        VIGIA_DATA_DIR: importer.folder,
        VIGIA_DATA_SCHEDULE: 'true',
        VIGIA_DATA_ADDRESSES: JSON.stringify(addresses),
      });
      await work();
    } finally {
      await replica?.close();
    }
  };
  const due = (...names: string[]) =>
    importer.database.query(`UPDATE registry.dataset SET due_at = now() - interval '1 minute' WHERE name = ANY($1)`, [names]);
  const asked = async () =>
    (
      await importer.database.query<{ dataset: string }>(`SELECT dataset FROM registry.version WHERE requested_by = 'schedule' ORDER BY id`)
    ).map(({ dataset }) => dataset);
  const statusOf = async (name: string) => (await importer.ask('datasets.list', {})).datasets.find(({ dataset }) => dataset === name)!;
  const hoursUntilDue = async (name: string) => (Date.parse((await statusOf(name)).dueAt!) - Date.now()) / 3_600_000;
  const ended = async (name: string) => {
    const { latest } = await statusOf(name);
    return latest?.endedAt ? latest : false;
  };

  /** In the status, and in the metric. */
  const lateness = async (name: string) => {
    let isLate: boolean | undefined;
    const gauge = register.getSingleMetric('vigia_dataset_age_ratio')!;
    // A round without the database sets nothing, and the replica ends before the next one.
    const measured = async () => {
      gauge.reset();
      await scheduled(async () => {
        ({ isLate } = await statusOf(name));
      });
      const { values } = await gauge.get();
      return values.length > 0 && values;
    };
    const values = await waitUntil(measured, { what: 'a replica measures the ages' });
    return [isLate, values.find(({ labels }) => labels.dataset === name)?.value];
  };

  it('skips a paused data set until it is resumed', async () => {
    await importer.database.query(`UPDATE registry.dataset SET paused_at = now(), pause_reason = 'prueba' WHERE name = $1`, [premises]);
    await due(padron, premises);
    await scheduled(async () => {
      expect(await waitUntil(() => ended(padron), { what: 'the download has ended' })).toMatchObject({
        state: 'current',
        requestedBy: 'schedule',
      });
      expect(await asked()).toEqual([padron]);
      expect(await statusOf(premises)).toMatchObject({ pause: { reason: 'prueba' }, latest: null });
      // The next one is about a day later.
      expect(Date.parse((await statusOf(padron)).dueAt!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      await importer.ask('datasets.resume', { dataset: premises, actor: 'prueba' });
    });
    await scheduled(async () => {
      await waitUntil(() => ended(premises), { what: 'the resumed download has ended' });
      expect(await asked()).toEqual([padron, premises]);
    });
  });

  it('downloads soon what a release put off for longer than the data set waits today', async () => {
    const daily = 'agentes_retencion';
    await importer.database.query(`UPDATE registry.dataset SET due_at = now() + interval '60 days' WHERE name = $1`, [daily]);
    await scheduled(async () => {
      await waitUntil(async () => (await asked()).includes(daily), { what: 'the download is asked for' });
      await waitUntil(() => ended(daily), { what: 'the download has ended' });
      expect(await hoursUntilDue(daily)).toBeLessThan(27);
    });
  });

  it('retries a failed download within hours, also of a weekly file', async () => {
    await due(weekly);
    await scheduled(
      async () => {
        expect(await waitUntil(() => ended(weekly), { what: 'the download has ended' })).toMatchObject({ state: 'failed' });
        const hours = await hoursUntilDue(weekly);
        expect(hours).toBeGreaterThan(5);
        expect(hours).toBeLessThanOrEqual(6);
      },
      { [weekly]: 'http://127.0.0.1:9/nobody.xlsx' },
    );
  });

  it('retries a failed download within hours that a due one has joined, and not after a dry run', async () => {
    const ask = (dryRun: boolean) =>
      importer.database.query(`INSERT INTO registry.version (dataset, state, requested_by, dry_run) VALUES ($1, 'waiting', 'ana', $2)`, [
        weekly,
        dryRun,
      ]);
    const failing = { [weekly]: 'http://127.0.0.1:9/nobody.xlsx' };
    await importer.database.query(`UPDATE registry.dataset SET due_at = now() + interval '6 days' WHERE name = $1`, [weekly]);
    await ask(true);
    await scheduled(async () => {
      expect(await waitUntil(() => ended(weekly), { what: 'the dry run has ended' })).toMatchObject({ state: 'failed' });
      expect(await hoursUntilDue(weekly)).toBeGreaterThan(24);
    }, failing);
    await due(weekly);
    await ask(false);
    await scheduled(async () => {
      // The due one may also come only when the other has failed already, and is then a download of its own.
      const isSoon = async () => {
        const hours = await hoursUntilDue(weekly);
        return hours > 1 && hours <= 6;
      };
      expect(await waitUntil(isSoon, { what: 'the next download is due within hours' })).toBe(true);
      // The other one may have failed just after this one was asked for, which then still runs.
      expect(await waitUntil(() => ended(weekly), { what: 'the latest download has ended' })).toMatchObject({ state: 'failed' });
    }, failing);
  });

  it('retries a download within hours after it was interrupted each time', async () => {
    await importer.database.query(`UPDATE registry.dataset SET due_at = now() + interval '6 days' WHERE name = $1`, [weekly]);
    const [left] = await importer.database.query<{ id: number }>(
      `INSERT INTO registry.version (dataset, state, requested_by, attempts) VALUES ($1, 'importing', 'schedule', 3) RETURNING id`,
      [weekly],
    );
    await scheduled(async () => {
      expect(await importer.untilEnded(left!.id)).toMatchObject({ state: 'failed', failure: 'interrupted each time' });
      expect(await hoursUntilDue(weekly)).toBeLessThanOrEqual(6);
    });
  });

  it('takes over a waiting dry run, without its accept reason and its day', async () => {
    publisher.publish(padronOf('MIRADA', 3));
    const [checked] = await importer.database.query<{ id: number }>(
      `INSERT INTO registry.version (dataset, state, requested_by, dry_run, accept_reason, given_day)
       VALUES ($1, 'waiting', 'quien mira', true, 'es así', '2020-01-01') RETURNING id`,
      [padron],
    );
    await holdImports();
    await due(padron);
    await scheduled(async () => {
      const isTaken = async () => {
        const { latest } = await statusOf(padron);
        return latest?.version === checked!.id && latest.requestedBy === 'schedule';
      };
      await waitUntil(isTaken, { what: 'the schedule has taken the dry run over' });
      await letImportsGo();
      expect(await importer.untilEnded(checked!.id)).toMatchObject({ state: 'current', dryRun: false, acceptReason: null });
      const [taken] = await importer.database.query('SELECT given_day FROM registry.version WHERE id = $1', [checked!.id]);
      expect(taken).toEqual({ given_day: null });
    });
  });

  it('calls a data set late after twice its cadence, in the status and in the metric', async () => {
    const age = async (hours: number) => {
      await importer.database.query(`UPDATE registry.dataset SET fresh_at = now() - $2 * interval '1 hour' WHERE name = $1`, [
        padron,
        hours,
      ]);
      return lateness(padron);
    };
    expect(await age(47)).toEqual([false, expect.closeTo(47 / 24, 2)]);
    expect(await age(49)).toEqual([true, expect.closeTo(49 / 24, 2)]);
  });

  it('calls a register that operators bring late after two months, from its first version on, unless it is paused, and never a classification', async () => {
    const ageOf = async (name: string, days: number) => {
      await importer.database.query(`UPDATE registry.dataset SET fresh_at = now() - $2 * interval '1 day' WHERE name = $1`, [name, days]);
      return lateness(name);
    };
    expect(await lateness('deuda_laboral')).toEqual([false, undefined]);
    await scheduled(async () => {
      for (const [name, content] of [
        ['deuda_laboral', 'ruc,periodo,entidad,monto\n20991000012,2026-09,AFP de muestra,1234.50\n'],
        ['ciiu', '4711,Venta al por menor\n'],
      ] as const)
        expect(await importer.bringIn(name, importer.file(`${name}.csv`, content))).toMatchObject({ state: 'current' });
    });
    expect(await ageOf('deuda_laboral', 61)).toEqual([false, expect.closeTo(61 / 31, 2)]);
    expect(await ageOf('deuda_laboral', 63)).toEqual([true, expect.closeTo(63 / 31, 2)]);
    expect(await ageOf('ciiu', 4_000)).toEqual([false, undefined]);
    const pause = (at: string, reason: string) =>
      importer.database.query(`UPDATE registry.dataset SET paused_at = ${at}, pause_reason = ${reason} WHERE name = 'deuda_laboral'`);
    await pause('now()', `'prueba'`);
    expect(await lateness('deuda_laboral')).toEqual([false, undefined]);
    await pause('NULL', 'NULL');
    expect(await lateness('deuda_laboral')).toEqual([true, expect.closeTo(63 / 31, 2)]);
    await importer.database.query(`DELETE FROM registry.current WHERE dataset = 'deuda_laboral'`);
    expect(await lateness('deuda_laboral')).toEqual([false, undefined]);
  });

  it('calls a data set late whose downloads never succeeded, unless it is paused', async () => {
    const asksSince = async (hours: number) => {
      await importer.database.query(
        `INSERT INTO registry.version (dataset, state, requested_by, requested_at, ended_at, failure)
         VALUES ($1, 'failed', 'schedule', now() - $2 * interval '1 hour', now(), 'answered 401')`,
        ['world_bank', hours],
      );
      return lateness('world_bank');
    };
    expect(await lateness('world_bank')).toEqual([false, undefined]);
    expect(await asksSince(1)).toEqual([false, expect.closeTo(1 / 2, 2)]);
    expect(await asksSince(5)).toEqual([true, expect.closeTo(5 / 2, 2)]);
    await importer.database.query(`UPDATE registry.dataset SET paused_at = now(), pause_reason = 'prueba' WHERE name = 'world_bank'`);
    expect(await lateness('world_bank')).toEqual([false, undefined]);
  });

  describe('after a pause or a rollback by an operator', () => {
    const holds = {
      pause: () => importer.ask('datasets.pause', { dataset: padron, actor: 'prueba', reason: 'prueba' }),
      rollback: () => importer.ask('datasets.rollback', { dataset: padron, actor: 'prueba', reason: 'prueba' }),
    };
    const inForce = async () =>
      (await importer.database.query<{ name: string }>('SELECT DISTINCT name FROM registry.current_taxpayer')).map(({ name }) => name);
    const lastIs = (state: string) =>
      waitUntil(
        async () => {
          const { latest } = await statusOf(padron);
          return latest?.requestedBy === 'schedule' && latest.state === state && latest.version;
        },
        { what: `the download is ${state}` },
      );

    /** Two versions, of which the later one is in force. */
    beforeEach(async () => {
      // A held-back download is due as soon as downloads are resumed.
      await importer.database.query(`UPDATE registry.dataset SET due_at = now() + interval '1 day' WHERE name = $1`, [padron]);
      await scheduled(async () => {
        await importer.ask('datasets.resume', { dataset: padron, actor: 'prueba' });
        for (const name of ['BUENA', 'MALA'])
          await importer.bringIn(padron, importer.file(`${name}.txt`, padronOf(name, 3)), { accept: 'prueba' });
      });
      publisher.publish(padronOf('PEOR', 3));
      await due(padron);
    });

    it.each([
      ['pause', 'MALA'],
      ['rollback', 'BUENA'],
    ] as const)('fails a waiting download (%s), and repeats it once downloads are resumed', async (hold, expected) => {
      await holdImports();
      await scheduled(async () => {
        const version = await lastIs('waiting');
        await holds[hold]();
        await letImportsGo();
        expect(await importer.untilEnded(version)).toMatchObject({ state: 'failed', failure: 'paused before it began' });
      });
      expect(await inForce()).toEqual([expected]);
      await importer.database.query('UPDATE registry.dataset SET paused_at = NULL WHERE name = $1', [padron]);
      await scheduled(async () => {
        await importer.untilEnded(await lastIs('current'));
      });
      expect(await inForce()).toEqual(['PEOR']);
    });

    it.each([
      ['pause', 'MALA'],
      ['rollback', 'BUENA'],
    ] as const)('fails a running download (%s)', async (hold, expected) => {
      publisher.holdBack();
      await scheduled(async () => {
        const version = await lastIs('downloading');
        await holds[hold]();
        publisher.release();
        expect(await importer.untilEnded(version)).toMatchObject({ state: 'failed', failure: `${padron} is paused by now` });
      });
      expect(await inForce()).toEqual([expected]);
    });
  });
});
