import { describe, expect, it } from '@jest/globals';
import { panel } from '@vigia/contracts';
import { detailText } from '../src/activity/detail-text.ts';
import { es } from '../src/activity/words.es.ts';

describe('the text of the details of an act', () => {
  it('names every field of a webhook and of a view', () => {
    const fields = [panel.webhooks.create, panel.views.create].flatMap(({ body }) => Object.keys(body.schema.properties));
    expect(fields.filter((field) => field !== 'screen' && es.values[field] === undefined)).toEqual([]);
    expect(detailText({ fields: ['url', 'payloadVersion'] }, es)).toBe('campos: URL, versión del cuerpo');
  });

  it('keeps what a person typed', () => {
    expect(detailText({ name: 'active', role: 'member' }, es)).toBe('nombre: active · rol: lectura');
  });
});
