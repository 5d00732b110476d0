import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isValidDocument } from '@vigia/contracts';
import { livingSystem, todayInLima } from '@vigia/testing';
import fc from 'fast-check';
import { PreviewClient, type Said } from './previews/client.js';
import { asks, mixedLists, scenes, unknown, type Asked, type Scene } from './previews/drawn.js';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';
import { obtainToken } from './requests/tokens.js';

const seed = Number(process.env.VIGIA_SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31));
const seconds = Number(process.env.VIGIA_SIMULATION_SECONDS ?? 6);
const bulk = '/v2/perfiles/cargar-masivo';
const inPortfolio = 'the profile is in your portfolio already';
const dayMs = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() - 5 * 3_600_000 + days * dayMs).toISOString().slice(0, 10);
const minuteMs = 60_000;

type Entry = Awaited<ReturnType<PreviewClient['preview']>>['data']['documentos'][number];

describe('a preview', () => {
  let gateways: Gateways;
  let url: string;

  beforeAll(async () => {
    gateways = await openGateways(await livingSystem(import.meta.url));
    url = await gateways.start({ environment: waitingForLoads });
  });

  afterAll(() => gateways?.stop());

  async function clientIn({ plan, quotaMonths, days, monitored, months, queried, over }: Scene): Promise<PreviewClient> {
    const account = await gateways.operator.createAccount();
    if (plan !== 'none') {
      const ends = plan === 'ended' ? -1 : days;
      const kind = plan === 'monthly' ? 'monthly' : 'one_time';
      const terms = { kind, startsOn: '2020-01-01', endsOn: dayIn(ends), documentPriceCents: 150 } as const;
      await gateways.operator.createContract(account.corporationId, { ...terms, quotaMonths: kind === 'monthly' ? 0 : quotaMonths });
    }
    const client = new PreviewClient(url, await obtainToken(url, account), gateways.database, account.corporationId);
    if (monitored.length > 0) await client.call({ path: bulk, taxIds: monitored, isMonitoring: true, months });
    if (queried.length > 0) await client.call({ path: bulk, taxIds: queried, isMonitoring: false, months: undefined });
    await client.end(over);
    return client;
  }

  function expectSameError(previewed: { status: number; message: string }, said: Said): void {
    expect(previewed).toMatchObject({ status: said.status, message: said.message });
  }

  /** Compares the answer with the preview, except for documents that nobody has: only the sources know those. */
  function expectSaid(said: Said, entries: Entry[]): void {
    const refused = entries.filter(({ accion, motivo }) => accion === 'ninguna' && motivo !== inPortfolio);
    const kept = entries.filter(({ motivo }) => motivo === inPortfolio);
    if (said.results) {
      const errors = said.results.errors.filter(({ taxId, reason }) => !(taxId === unknown && reason.startsWith('no taxpayer')));
      expect(errors).toEqual(refused.map(({ taxId, motivo }) => ({ taxId, reason: motivo })));
      expect(said.results.successful + (said.results.errors.length - errors.length)).toBe(entries.length - refused.length - kept.length);
    } else {
      const [entry] = entries as [Entry];
      if (refused.length > 0) expect(said).toMatchObject({ status: 409, message: entry.motivo });
      else if (kept.length > 0) expect(said.message).toContain('already in your portfolio');
      else expect(said.status).toBe(entry.taxId === unknown ? 404 : 200);
    }
  }

  async function expectDone(client: PreviewClient, entries: Entry[]): Promise<void> {
    const profiles = new Map((await client.profiles()).map((profile) => [profile.taxId, profile]));
    for (const { taxId, accion, meses_descontados, vence_en } of entries) {
      if (accion === 'ninguna' || taxId === unknown) continue;
      const { expiresAt, months } = profiles.get(taxId)!;
      expect({ taxId, months: months ?? 0 }).toEqual({ taxId, months: meses_descontados });
      const apart = vence_en && expiresAt ? Math.abs(Date.parse(vence_en) - expiresAt.getTime()) : null;
      expect(apart === null ? [vence_en, expiresAt] : apart < minuteMs).toEqual(apart === null ? [null, null] : true);
    }
  }

  async function compare(client: PreviewClient, asked: Asked): Promise<void> {
    await todayInLima();
    const [preview, charged] = [await client.preview(asked), await client.charged()];
    const said = await client.call(asked);
    if (preview.status !== 200) return expectSameError(preview, said);
    const { documentos, cuota_antes, cuota_despues, meses_devueltos, meses_descontados, cargo_maximo } = preview.data;
    const unique = asked.path.endsWith('/cargar') ? [asked.taxIds[0]] : [...new Set(asked.taxIds)];
    expect(documentos.map(({ taxId }) => taxId)).toEqual(unique);
    expectSaid(said, documentos);
    await expectDone(client, documentos);
    expect(cuota_despues).toBe(cuota_antes + meses_devueltos - meses_descontados);
    const notFound = documentos.find(({ taxId, accion }) => taxId === unknown && accion === 'cargar');
    expect(await client.available()).toBe(cuota_despues + (notFound?.meses_descontados ?? 0));
    expect((await client.charged()) - charged).toBeLessThanOrEqual(cargo_maximo.documentos);
  }

  it.each(mixedLists)(
    'accepts every list that the call accepts, and marks the entries that the call reports: %s %j',
    async (docType, taxIds) => {
      for (const [path, isMonitoring] of [
        [bulk, true],
        [bulk, false],
        ['/v1/perfiles/cargar-masivo', true],
      ] as const) {
        if (path.startsWith('/v1') && docType === 'CE') continue;
        const asked = { path, docType, taxIds, isMonitoring, months: undefined };
        const client = await clientIn({ plan: 'one_time', quotaMonths: 60, days: 100, monitored: [], months: 1, queried: [], over: [] });
        const { status, data } = await client.preview(asked);
        const entries = data.documentos.map(({ taxId, accion }) => [taxId, accion]);
        expect({ status, entries }).toEqual({
          status: 200,
          entries: [...new Set(taxIds)].map((taxId) => [taxId, isValidDocument(docType, taxId) ? 'cargar' : 'ninguna']),
        });
        await compare(client, asked);
      }
    },
  );

  it('predicts a forced update of monitoring that is over since a day without a contract, before billing has written it', async () => {
    const [over, live] = ['20990000019', '20990000027'] as const;
    const [lastDay, nextDay] = [dayIn(-60), dayIn(-58)];
    const client = await clientIn({ plan: 'monthly', quotaMonths: 0, days: 100, monitored: [over], months: 1, queried: [], over: [] });
    await client.leaveGap(lastDay, nextDay);
    await client.call({ path: bulk, taxIds: [live], isMonitoring: true, months: undefined });
    const asked: Asked = { path: '/v2/perfiles/forzar-actualizacion', taxIds: [over, live], isMonitoring: true, months: undefined };
    const { documentos } = (await client.preview(asked)).data;
    expect(documentos).toMatchObject([
      { taxId: over, accion: 'ninguna', motivo: `the monitoring ended on ${lastDay}; load the profile to monitor it again` },
      { taxId: live, accion: 'actualizar' },
    ]);
    await compare(client, asked);
  });

  it(
    `predicts for every document what the call then does (seed ${seed})`,
    async () => {
      let until = 0;
      const property = fc.asyncProperty(scenes, fc.array(asks, { minLength: 1, maxLength: 4 }), async (scene, calls) => {
        // The first run always happens, however slow the machine is, and every run is completed.
        if (until > 0 && Date.now() >= until) return;
        until ||= Date.now() + seconds * 1_000;
        const client = await clientIn(scene);
        for (const asked of calls) await compare(client, asked);
      });
      const limits = { numRuns: 1_000, endOnFailure: true, includeErrorInReport: true };
      const run = await fc.check(property, { seed, ...limits });
      expect(await fc.asyncDefaultReportMessage(run)).toBeUndefined();
    },
    (seconds + 180) * 1_000,
  );
});
