import { describe, expect, it } from '@jest/globals';
import { type Asked, reasonOf, resultRows } from '../src/loading/results.ts';
import type { Item } from '../src/loading/use-loads.ts';
import { en } from '../src/loading/words.en.ts';
import { es } from '../src/loading/words.es.ts';

const monitoring = { kind: 'load', mode: 'monitoring' } as const;
const noEnd = { mode: 'monitoring', expiresAt: null, isUnpaid: false } as const;

describe('the result of a document in a load', () => {
  it('says that the access has ended, for a monitoring and for a query', () => {
    const item = { docType: 'RUC', taxId: '20990000019', reason: null, refusal: null, done: 17, of: 17, ...noEnd } as const;
    expect(reasonOf({ ...item, state: 'loaded', estado: 'succeeded', access: 'expired' }, monitoring, es)).toBe(
      'Se cargó; su monitoreo o su consulta ya terminó.',
    );
  });

  it('says that the load did not activate the monitoring, until somebody has activated it', () => {
    const item = { docType: 'RUC', taxId: '20990000019', reason: null, refusal: null, done: 17, of: 17, ...noEnd, isUnpaid: true } as const;
    const said = (access: 'active' | 'expired', words: typeof es) =>
      reasonOf({ ...item, state: 'loaded', estado: 'succeeded', access }, monitoring, words);
    expect([said('expired', es), said('expired', en), said('active', es)]).toEqual([
      'Se cargó, pero la cuota cambió durante la carga: no quedó en monitoreo y no usó meses.',
      'It was loaded, but the quota changed during the load: it did not stay monitored and used no months.',
      '',
    ]);
  });

  const skipped = {
    docType: 'RUC',
    taxId: '20990000019',
    state: 'skipped',
    reason: 'already_in_portfolio',
    refusal: null,
    estado: null,
    done: 0,
    of: 0,
    ...noEnd,
  } as const;

  it('says of a document that a load left as it was whether another request loads it, and whether its access has ended', () => {
    const said = (access: 'pending' | 'active' | 'expired', words: typeof es) => reasonOf({ ...skipped, access }, monitoring, words);
    expect([said('pending', es), said('active', es), said('expired', es)]).toEqual([
      'Otra solicitud lo está cargando.',
      'Ya estaba en su portafolio.',
      'Ya estaba en su portafolio; su monitoreo o su consulta ya terminó.',
    ]);
    expect(said('pending', en)).toBe('Another request is loading it.');
  });

  it('says of a query that a load with monitoring left it a query, and of a load of queries nothing of that', () => {
    const query = { ...skipped, mode: 'query', expiresAt: '2026-12-02T20:04:00.000Z' } as const;
    const said = (access: 'pending' | 'active' | 'expired', asked: Asked, words: typeof es) => reasonOf({ ...query, access }, asked, words);
    expect([said('active', monitoring, es), said('pending', monitoring, es), said('expired', monitoring, es)]).toEqual([
      'Ya estaba en su portafolio. Ahora está en consulta hasta el 02/12/2026, 15:04, sin monitoreo.',
      'Otra solicitud lo está cargando, en consulta: no quedará en monitoreo.',
      'Ya estaba en su portafolio; su monitoreo o su consulta ya terminó.',
    ]);
    expect(said('active', monitoring, en)).toBe(
      'It was already in your portfolio. It is now a query until 02/12/2026, 15:04, and not monitored.',
    );
    const asQuery = { kind: 'load', mode: 'query' } as const;
    expect([said('active', asQuery, es), said('pending', asQuery, es)]).toEqual([
      'Ya estaba en su portafolio.',
      'Otra solicitud lo está cargando.',
    ]);
  });

  it.each([
    ['contract_not_active', { endedOn: null, beginsOn: null }, 'No había un contrato vigente.'],
    [
      'contract_not_active',
      { endedOn: '2026-02-28', beginsOn: '2026-04-01' },
      'No había un contrato vigente: el último terminó el 28/02/2026 y el siguiente empezaba el 01/04/2026.',
    ],
    ['months_exceed_contract', { fittingMonths: 2, endsOn: '2026-04-30' }, 'El contrato terminaba el 30/04/2026: cabían hasta 2 meses.'],
    ['quota_insufficient', { available: 5 }, 'La cuota no alcanzaba: quedaban 5 meses.'],
    ['monitoring_expired', { endedOn: '2026-02-28' }, 'El monitoreo de este perfil había vencido el 28/02/2026.'],
    ['monitoring_expired', { endedOn: null }, 'El monitoreo de este perfil cambió o terminó mientras se actualizaba.'],
    ['not_active', {}, 'No estaba activo en su portafolio.'],
    ['taxpayer_not_found', null, 'Ningún contribuyente estaba registrado con este documento.'],
    ['all_sources_failed', null, 'Ninguna fuente respondió. No se cobró nada.'],
    ['billing_unavailable', null, 'No se pudo verificar la cuota. No se cargó ni se cobró nada.'],
    ['a_reason_of_a_later_release', null, 'a_reason_of_a_later_release'],
    ['a_reason_of_a_later_release', {}, 'a_reason_of_a_later_release'],
  ])('says of %s with %j what was so during the load, and advises nothing', (reason, figures, said) => {
    const failed = { docType: 'RUC', taxId: '20990000019', state: 'failed', estado: null, access: null, done: 0, of: 0, ...noEnd } as const;
    const refusal = figures && ({ reason, ...figures } as Item['refusal']);
    expect(reasonOf({ ...failed, reason, refusal }, monitoring, es)).toBe(said);
  });

  it('says in English what was so during the load', () => {
    const { refused } = en;
    expect([
      refused.contract_not_active({ reason: 'contract_not_active', endedOn: '2026-02-28', beginsOn: '2026-04-01' }),
      refused.months_exceed_contract({ reason: 'months_exceed_contract', months: 3, fittingMonths: 1, endsOn: '2026-04-30' }),
      refused.monitoring_expired({ reason: 'monitoring_expired', endedOn: '2026-02-28' }),
    ]).toEqual([
      'There was no contract in force: the last one had ended on 28/02/2026 and the next one began on 01/04/2026.',
      'The contract ended on 30/04/2026: there was room for up to 1 month.',
      'The monitoring of this profile had expired on 28/02/2026.',
    ]);
  });

  it('is of a failed load that it was not loaded, and of a failed update that it was not updated', () => {
    const failed = { docType: 'RUC', taxId: '20990000019', state: 'failed', estado: null, access: 'active', ...noEnd } as const;
    const items = [{ ...failed, reason: null, refusal: null, done: 17, of: 17 }];
    const said = (kind: 'load' | 'update', words: typeof es) => resultRows({ load: { ...monitoring, kind }, items }, words)[1]![1];
    expect([said('load', es), said('update', es), said('update', en)]).toEqual(['No se cargó', 'No se actualizó', 'Not updated']);
    const counts = { loading: 0, loaded: 1, skipped: 0, failed: 2 };
    expect(es.counts({ kind: 'update', counts })).toBe('1 listo, 2 no se actualizaron');
    expect(es.counts({ kind: 'update', counts: { ...counts, failed: 1 } })).toBe('1 listo, 1 no se actualizó');
    expect([es.counts({ kind: 'load', counts }), en.counts({ kind: 'update', counts })]).toEqual([
      '1 listo, 2 no se cargaron',
      '1 ready, 2 not updated',
    ]);
  });
});
