import { describe, expect, it } from '@jest/globals';
import { panel } from '@vigia/contracts';
import { detailText } from '../src/activity/detail-text.ts';
import { es } from '../src/activity/words.es.ts';
import { es as ofPlatform } from '../src/operations/activity/words.es.ts';

describe('the text of the details of an act', () => {
  it('has words for both ends of an amended contract', () => {
    expect(detailText({ endsOn: '2099-12-31', expectedEndsOn: '2027-12-31', reason: 'adenda 2' }, es)).toBe(
      'hasta: 2099-12-31 · antes: 2027-12-31 · motivo: adenda 2',
    );
  });

  it('names every field of a webhook and of a view', () => {
    const fields = [panel.webhooks.create, panel.views.create].flatMap(({ body }) => Object.keys(body.schema.properties));
    expect(fields.filter((field) => field !== 'screen' && es.values[field] === undefined)).toEqual([]);
    expect(detailText({ fields: ['url', 'payloadVersion'] }, es)).toBe('campos: URL, versión del cuerpo');
  });

  it('says why a session ended that its user did not end', () => {
    expect(detailText({ cause: 'other_sign_in' }, es)).toBe('porque: otra persona ingresó en el mismo navegador');
  });

  it('keeps what a person typed', () => {
    expect(detailText({ name: 'active', role: 'member' }, es)).toBe('nombre: active · rol: lectura');
  });
});

it('every act belongs to a kind that the record can be filtered by', () => {
  const kinds = Object.keys({ ...es.kinds, ...ofPlatform.kinds });
  expect(Object.keys(es.actions).filter((action) => !kinds.includes(action.split('.')[0]!))).toEqual([]);
});
