import { describe, expect, it } from '@jest/globals';
import { reasonOf } from '../src/loading/results.ts';
import { es } from '../src/loading/words.es.ts';

describe('the result of a document in a load', () => {
  it('says that the access has ended, for a monitoring and for a query', () => {
    const item = { docType: 'RUC', taxId: '20990000019', reason: null, refusal: null, done: 17, of: 17 } as const;
    expect(reasonOf({ ...item, state: 'loaded', estado: 'succeeded', access: 'expired' }, es, 'es')).toBe(
      'Se cargó; su monitoreo o su consulta ya terminó.',
    );
  });
});
