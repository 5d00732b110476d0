import { describe, expect, it } from '@jest/globals';
import { reasonOf, resultRows } from '../src/loading/results.ts';
import { en } from '../src/loading/words.en.ts';
import { es } from '../src/loading/words.es.ts';

describe('the result of a document in a load', () => {
  it('says that the access has ended, for a monitoring and for a query', () => {
    const item = { docType: 'RUC', taxId: '20990000019', reason: null, refusal: null, done: 17, of: 17 } as const;
    expect(reasonOf({ ...item, state: 'loaded', estado: 'succeeded', access: 'expired' }, es, 'es')).toBe(
      'Se cargó; su monitoreo o su consulta ya terminó.',
    );
  });

  it('says of a document that a load left as it was whether another request loads it, and whether its access has ended', () => {
    const item = {
      docType: 'RUC',
      taxId: '20990000019',
      state: 'skipped',
      reason: 'already_in_portfolio',
      refusal: null,
      estado: null,
    } as const;
    const said = (access: 'pending' | 'active' | 'expired', words: typeof es, language: 'es' | 'en') =>
      reasonOf({ ...item, access, done: 0, of: 0 }, words, language);
    expect([said('pending', es, 'es'), said('active', es, 'es'), said('expired', es, 'es')]).toEqual([
      'Otra solicitud lo está cargando.',
      'Ya estaba en su portafolio.',
      'Ya estaba en su portafolio; su monitoreo o su consulta ya terminó.',
    ]);
    expect(said('pending', en, 'en')).toBe('Another request is loading it.');
  });

  it('is of a failed load that it was not loaded, and of a failed update that it was not updated', () => {
    const failed = { docType: 'RUC', taxId: '20990000019', state: 'failed', estado: null, access: 'active' } as const;
    const items = [{ ...failed, reason: null, refusal: null, done: 17, of: 17 }];
    const said = (kind: 'load' | 'update', words: typeof es) => resultRows({ kind, items }, words, 'es')[1]![1];
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
