import { describe, expect, it } from '@jest/globals';
import { loadRows } from '../../src/panel/loads/load-file.js';

const loaded = {
  docType: 'RUC',
  taxId: '20990000019',
  reason: null,
  refusal: null,
  done: 17,
  of: 17,
  estado: 'succeeded',
  mode: 'monitoring',
  expiresAt: null,
} as const;

type Request = Parameters<typeof loadRows>[0] extends AsyncIterable<infer One> ? One : never;
type Item = Request['items'][number];

async function rowOf(item: Item, asked: Partial<Request> = {}) {
  const requests = (async function* () {
    yield { requestId: 'uno', kind: 'load' as const, mode: 'monitoring' as const, activationFailed: 0, items: [item], ...asked };
  })();
  const pages = loadRows(requests);
  await pages.next();
  const { value } = await pages.next();
  return value[0];
}

describe('the file of a load', () => {
  it('says that the access of a loaded document has ended', async () => {
    expect(await rowOf({ ...loaded, state: 'loaded', access: 'expired' })).toContain('Se cargó; su monitoreo o su consulta ya terminó.');
  });

  it('says that the load did not activate the monitoring, until somebody has activated it', async () => {
    const said = (access: Item['access'], activationFailed: number) => rowOf({ ...loaded, state: 'loaded', access }, { activationFailed });
    const notActivated = 'Se cargó, pero la cuota cambió durante la carga: no quedó en monitoreo y no usó meses.';
    expect(await said('expired', 12)).toContain(notActivated);
    expect(await said('expired', 0)).not.toContain(notActivated);
    expect(await said('active', 12)).not.toContain(notActivated);
  });

  it('says of a document that the load left as it was whether another request is loading it, and whether its access has ended', async () => {
    const skipped = { ...loaded, state: 'skipped', reason: 'already_in_portfolio', estado: null, done: 0, of: 0 } as const;
    expect(await rowOf({ ...skipped, access: 'pending' })).toContain('Otra solicitud lo está cargando.');
    expect(await rowOf({ ...skipped, access: 'active' })).toContain('Ya estaba en el portafolio.');
    expect(await rowOf({ ...skipped, access: 'expired' })).toContain('Ya estaba en el portafolio; su monitoreo o su consulta ya terminó.');
  });

  it('says of a query that a load with monitoring left it a query', async () => {
    const skipped = { ...loaded, state: 'skipped', reason: 'already_in_portfolio', mode: 'query' } as const;
    expect(await rowOf({ ...skipped, access: 'active' })).toContain('Ya estaba en el portafolio. Ahora está en consulta, sin monitoreo.');
    expect(await rowOf({ ...skipped, access: 'pending' })).toContain(
      'Otra solicitud lo está cargando, en consulta: no quedará en monitoreo.',
    );
    expect(await rowOf({ ...skipped, access: 'active' }, { mode: 'query' })).toContain('Ya estaba en el portafolio.');
  });

  it('says of a forced update that failed that the document was not updated', async () => {
    const failed = { ...loaded, state: 'failed', access: 'active', reason: 'all_sources_failed', refusal: null } as const;
    expect(await rowOf(failed, { kind: 'update' })).toContain('No se actualizó');
    expect(await rowOf(failed)).toContain('No se cargó');
  });

  it('does not say that a monitoring expired when it only changed while the profile was updated', async () => {
    const failed = { ...loaded, state: 'failed', access: 'active', reason: 'monitoring_expired' } as const;
    const refused = (endedOn: string | null) => ({ ...failed, refusal: { reason: 'monitoring_expired' as const, endedOn } });
    expect(await rowOf(refused('2026-10-31'))).toContain('El monitoreo del perfil había vencido.');
    expect(await rowOf(refused(null))).toContain('El monitoreo del perfil cambió o terminó mientras se actualizaba.');
  });
});
