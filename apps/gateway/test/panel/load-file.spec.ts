import { describe, expect, it } from '@jest/globals';
import { loadRows } from '../../src/panel/loads/load-file.js';

describe('the file of a load', () => {
  it('says that the access of a loaded document has ended', async () => {
    const item = { docType: 'RUC', taxId: '20990000019', reason: null, refusal: null, done: 17, of: 17, estado: 'succeeded' } as const;
    const requests = (async function* () {
      yield { requestId: 'uno', items: [{ ...item, state: 'loaded' as const, access: 'expired' as const }] };
    })();
    const pages = loadRows(requests);
    await pages.next();
    const { value } = await pages.next();
    expect(value[0]).toContain('Se cargó; su monitoreo o su consulta ya terminó.');
  });
});
