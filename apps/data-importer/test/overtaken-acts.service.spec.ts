import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdLock, withinLockPatience } from '@vigia/testing';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const list = 'ofac_sdn';
const none = '-0- ';
const actor = 'prueba';

describe('an act on what an operator saw', () => {
  let importer: RunningImporter;
  let files = 0;

  beforeAll(async () => {
    importer = await startImporter();
  });

  afterAll(() => importer?.stop());

  /** Puts another version in force. */
  const bring = async () => {
    const folder = join(importer.folder, String((files += 1)));
    mkdirSync(folder);
    const entry = ['1', `"ENTRADA ${files}"`, none, '"CUBA"', ...Array.from({ length: 8 }, () => none)].join(',');
    importer.file(join(String(files), 'sdn.csv'), `${entry}\r\n`);
    for (const other of ['alt.csv', 'add.csv', 'sdn_comments.csv']) importer.file(join(String(files), other), '');
    return (await importer.bringIn(list, folder, { publishedOn: '2026-11-20' })).version;
  };
  const rollBack = (version: number) => importer.ask('datasets.rollback', { dataset: list, version, actor, reason: 'mala' });
  const retire = (version: number) => importer.ask('datasets.retire', { dataset: list, version, actor, reason: 'fusionada' });
  const resume = (pause?: { reason: string; since: string }) =>
    importer.ask('datasets.resume', { dataset: list, actor, ...(pause && { pause }) });
  const pause = async (reason: string) => (await importer.ask('datasets.pause', { dataset: list, actor, reason })).dataset.pause!;
  const status = async () => {
    const { current, pause: paused } = (await importer.ask('datasets.list', {})).datasets.find(({ dataset }) => dataset === list)!;
    return { current: current?.version, paused };
  };
  const replaced = (version: number, inForce: number | null) => ({ code: 'dataset_changed', params: { dataset: list, version, inForce } });

  it('leaves the name of who gave the reason of a pause, until its end', async () => {
    const author = async () =>
      (await importer.database.query<{ paused_by: string | null }>('SELECT paused_by FROM registry.dataset WHERE name = $1', [list]))[0]!
        .paused_by;
    await pause('mala');
    expect(await author()).toBe(actor);
    await importer.ask('datasets.pause', { dataset: list, actor: 'ana@prueba.example', reason: 'peor' });
    expect(await author()).toBe('ana@prueba.example');
    await resume();
    expect(await author()).toBeNull();
  });

  it('withdraws no version that was imported meanwhile, and none on a repetition', async () => {
    const [first, second, third] = [await bring(), await bring(), await bring()];
    await expect(rollBack(second)).rejects.toMatchObject(replaced(second, third));
    expect(await status()).toEqual({ current: third, paused: null });
    expect((await rollBack(third)).version.version).toBe(second);
    await expect(rollBack(third)).rejects.toMatchObject(replaced(third, second));
    expect(await status()).toMatchObject({ current: second, paused: { reason: 'rolled back: mala' } });
    expect((await rollBack(second)).version.version).toBe(first);
    // No earlier one is kept.
    await expect(rollBack(second)).rejects.toMatchObject(replaced(second, first));
  });

  it('withdraws one version when two operators ask at the same time', async () => {
    const { before, last, outcomes } = await withinLockPatience(async () => {
      const [before, last] = [await bring(), await bring()];
      const held = await holdLock(importer.database, 'SELECT FROM registry.dataset WHERE name = $1 FOR UPDATE', [list]);
      const asked = Promise.allSettled([rollBack(last), rollBack(last)]);
      await Promise.race([held.untilWaitedFor(2), asked]);
      await held.release();
      const outcomes = await asked;
      const givenUp = outcomes.find((one) => one.status === 'rejected' && one.reason.code === 'unavailable');
      if (givenUp?.status === 'rejected') throw givenUp.reason;
      return { before, last, outcomes };
    });
    expect(outcomes.filter(({ status: kind }) => kind === 'fulfilled')).toMatchObject([{ value: { version: { version: before } } }]);
    expect(outcomes.filter(({ status: kind }) => kind === 'rejected')).toMatchObject([{ reason: replaced(last, before) }]);
    expect((await status()).current).toBe(before);
  });

  it('retires no list with a version that came meanwhile', async () => {
    await resume();
    const [seen, last] = [await bring(), await bring()];
    await expect(retire(seen)).rejects.toMatchObject(replaced(seen, last));
    expect(await status()).toEqual({ current: last, paused: null });
    expect((await retire(last)).version).toMatchObject({ version: last, state: 'pruned' });
    await expect(retire(last)).rejects.toMatchObject(replaced(last, null));
    await expect(rollBack(last)).rejects.toMatchObject(replaced(last, null));
  });

  it('resumes no downloads that were paused for another reason, or again, meanwhile', async () => {
    const other = (reason: string) => ({ code: 'pause_changed', params: { dataset: list, reason } });
    await resume();
    await bring();
    const last = await bring();
    const maintenance = await pause('mantenimiento');
    await rollBack(last);
    await expect(resume(maintenance)).rejects.toMatchObject(other('rolled back: mala'));
    const { paused } = await status();
    expect(paused).toEqual({ reason: 'rolled back: mala', since: maintenance.since });
    expect((await resume(paused!)).dataset.pause).toBeNull();
    expect((await resume(paused!)).dataset.pause).toBeNull();
    const again = await pause('mantenimiento');
    await expect(resume(maintenance)).rejects.toMatchObject(other('mantenimiento'));
    expect((await status()).paused).toEqual(again);
    expect((await resume()).dataset.pause).toBeNull();
  });
});
