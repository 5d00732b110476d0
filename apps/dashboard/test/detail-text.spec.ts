import { describe, expect, it } from '@jest/globals';
import { panel } from '@vigia/contracts';
import { detailText } from '../src/activity/detail-text.ts';
import { en } from '../src/activity/words.en.ts';
import { es } from '../src/activity/words.es.ts';
import { es as ofPlatform } from '../src/operations/activity/words.es.ts';

const textOf = (detail: Record<string, unknown>) => detailText(detail, es, 'es');

describe('the text of the details of an act', () => {
  it('has words for both ends of an amended contract', () => {
    expect(textOf({ endsOn: '2099-12-31', expectedEndsOn: '2027-12-31', reason: 'adenda 2' })).toBe(
      'hasta: 31/12/2099 · antes: 31/12/2027 · motivo: adenda 2',
    );
  });

  it('has days, instants and sections as the rest of the page has them', () => {
    expect(textOf({ since: '2026-11-20T00:00:00-05:00' })).toBe('desde: 20/11/2026, 00:00');
    const terms = { startsOn: '2026-01-01', excludedSections: ['comercio_exterior', 'laboral'] };
    expect(textOf(terms)).toBe('desde: 01/01/2026 · sin: Comercio exterior, Laboral');
    expect(detailText(terms, en, 'en')).toBe('from: 01/01/2026 · excluded sections: Foreign trade, Labour');
  });

  it('has an amount of money in soles', () => {
    expect(textOf({ documentPriceCents: 1_005 }).replaceAll(/\s/g, ' ')).toBe('precio por documento: S/ 10.05');
  });

  it('names every field of a webhook and of a view', () => {
    const fields = [panel.webhooks.create, panel.views.create].flatMap(({ body }) => Object.keys(body.schema.properties));
    expect(fields.filter((field) => field !== 'screen' && es.values[field] === undefined)).toEqual([]);
    expect(textOf({ fields: ['url', 'payloadVersion'] })).toBe('campos: URL, versión del cuerpo');
  });

  it('names the servers of a webhook before and after an edit', () => {
    const servers = {
      server: 'https://nuevo.example',
      serverBefore: 'https://cliente.example:8443',
      tokenServer: 'https://tokens.example',
    };
    expect(textOf(servers)).toBe(
      'servidor: https://nuevo.example · servidor anterior: https://cliente.example:8443 · servidor de tokens: https://tokens.example',
    );
    expect(detailText(servers, en, 'en')).toBe(
      'server: https://nuevo.example · previous server: https://cliente.example:8443 · token server: https://tokens.example',
    );
  });

  it('says why a session ended that its user did not end', () => {
    expect(textOf({ cause: 'other_sign_in' })).toBe('porque: otra persona ingresó en el mismo navegador');
  });

  it('says which version or which pause of a data set an operator saw', () => {
    expect(textOf({ reason: 'vino incompleta', version: 42 })).toBe('motivo: vino incompleta · versión: 42');
    const seen = { pausedSince: '2026-11-20T00:00:00-05:00', pauseReason: 'member' };
    expect(textOf(seen)).toBe('en pausa desde: 20/11/2026, 00:00 · motivo de la pausa: member');
    expect(detailText(seen, en, 'en')).toBe('paused since: 20/11/2026, 00:00 · reason of the pause: member');
  });

  it('keeps what a person typed', () => {
    expect(textOf({ name: 'active', role: 'member' })).toBe('nombre: active · rol: lectura');
    expect(textOf({ reason: '2026-11-20' })).toBe('motivo: 2026-11-20');
  });
});

it('every act belongs to a kind that the record can be filtered by', () => {
  const kinds = Object.keys({ ...es.kinds, ...ofPlatform.kinds });
  expect(Object.keys(es.actions).filter((action) => !kinds.includes(action.split('.')[0]!))).toEqual([]);
});
