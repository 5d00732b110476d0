import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { livingSystem, type System } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { loadOne, read } from '../../src/clients/calls.js';
import { dayInLima, lastLoadOf, threeDaysPass } from '../../src/clients/days-pass.js';
import { freshRuc, magic } from '../../src/clients/documents.js';
import { growStale } from './passing-time.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';

const taxId = magic.drifts;

interface Change {
  fecha: string;
  seccion: string;
  campo: string;
  antes: unknown;
  despues: unknown;
  fuente: string | null;
}

describe('a profile whose sources give changed answers', () => {
  let system: System;
  let client: NewClient;
  let before: any;
  let after: any;
  let firstLoadAt: Date;
  let lastLoadAt: Date;

  const summary = (query = '', version = 'v2') => read(client, `/${version}/perfiles/${taxId}/resumen${query}`);
  const daysAgo = (days: number) => dayInLima(days, lastLoadAt);

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system);
    await loadOne(client, taxId);
    before = (await summary()).body.data;
    await threeDaysPass(system.database, taxId);
    firstLoadAt = await lastLoadOf(system.database, taxId);
    await loadOne(await newClient(system), taxId);
    after = (await summary()).body.data;
    lastLoadAt = await lastLoadOf(system.database, taxId);
  });

  afterAll(() => system?.stop());

  it('is read as it stands, or as it stood at the end of a day', async () => {
    expect(after.finanzas).not.toEqual(before.finanzas);
    expect((await summary(`?fecha=${daysAgo(0)}`)).body.data).toEqual(after);
    for (const days of [1, 2, 3]) expect((await summary(`?fecha=${daysAgo(days)}`)).body.data).toEqual(before);
    expect((await summary(`?fecha=${daysAgo(1)}`, 'v1')).body.data.finanzas).not.toEqual((await summary('', 'v1')).body.data.finanzas);
  });

  it('has no summary before its first day, and refuses an invalid day', async () => {
    expect(await summary(`?fecha=${dayInLima(1, firstLoadAt)}`)).toMatchObject({ status: 404, body: { message: 'profile not found' } });
    // Tomorrow may have begun since.
    for (const fecha of [daysAgo(-2), '2026-02-30', 'ayer', '']) expect((await summary(`?fecha=${fecha}`)).status).toBe(400);
  });

  it('has a history with each change, its old and new value, and its source', async () => {
    const { status, body } = await read(client, `/v2/perfiles/${taxId}/historial`);
    expect([status, body.statusCode, body.data.taxId]).toEqual([200, 200, taxId]);
    const changes: Change[] = body.data.cambios;
    expect(changes.map(({ fecha }) => fecha)).toEqual(
      changes
        .map(({ fecha }) => fecha)
        .toSorted()
        .toReversed(),
    );
    for (const change of changes) expect(Object.keys(change)).toEqual(['fecha', 'seccion', 'campo', 'antes', 'despues', 'fuente']);
    expect(changes).toContainEqual({
      fecha: expect.any(String),
      seccion: 'finanzas',
      campo: 'max_dias_vencidos',
      antes: before.finanzas.data.max_dias_vencidos,
      despues: after.finanzas.data.max_dias_vencidos,
      fuente: 'deuda_financiera',
    });
    expect(changes).toContainEqual(
      expect.objectContaining({
        seccion: 'alerta_servicio',
        campo: 'puntaje_total',
        despues: after.alerta_servicio.data.puntaje_total,
        fuente: null,
      }),
    );
    expect(changes.filter(({ seccion }) => seccion === 'legal').map(({ fuente }) => fuente)).toContain('representantes_legales');
  });

  it('has a history in pages, by section and by days', async () => {
    const allPages = async (query: string, perPage: number) => {
      const turned: Change[] = [];
      for (let cursor = ''; ;) {
        const { body } = await read(client, `/v2/perfiles/${taxId}/historial?limit=${perPage}${query}${cursor}`);
        const { cambios, siguiente } = body.data as { cambios: Change[]; siguiente: string | null };
        turned.push(...cambios);
        if (siguiente === null) return turned;
        expect(cambios).toHaveLength(perPage);
        cursor = `&cursor=${siguiente}`;
      }
    };
    const changes = await allPages('', 100);
    expect(changes.length).toBeGreaterThan(3);
    expect(await allPages('', 3)).toEqual(changes);
    expect(await allPages('&seccion=finanzas', 100)).toEqual(changes.filter(({ seccion }) => seccion === 'finanzas'));
    expect(await allPages(`&desde=${daysAgo(0)}`, 100)).toEqual(changes);
    expect(await allPages(`&hasta=${daysAgo(1)}`, 100)).toEqual([]);
  });

  it.each(['v1', 'v2'])('answers 304 in %s to a client that has the current tag', async (version) => {
    const whole = await summary('', version);
    const tag = whole.headers.get('etag')!;
    const conditional = await fetch(`${client.baseUrl}/${version}/perfiles/${taxId}/resumen`, {
      headers: { ...(await client.authorization()), 'if-none-match': tag },
    });
    expect([conditional.status, conditional.headers.get('etag'), await conditional.text()]).toEqual([304, tag, '']);
    const other = await summary('', version === 'v1' ? 'v2' : 'v1');
    expect(other.headers.get('etag')).not.toBe(tag);
  });

  it('is sent again after a change', async () => {
    const own = freshRuc();
    const resumen = `/v2/perfiles/${own}/resumen`;
    await loadOne(client, own, { isMonitoring: false });
    const tag = (await read(client, resumen)).headers.get('etag')!;
    expect((await read(client, resumen, { 'if-none-match': tag })).status).toBe(304);
    await controlSource(system, 'protestos', own, { outcome: 'malformed' });
    await growStale(system, own);
    await loadOne(await newClient(system), own);
    expect(await read(client, resumen, { 'if-none-match': tag })).toMatchObject({ status: 200, body: { data: { estado: 'partial' } } });
  });
});
