import { describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { questionAbout, type Template } from '../../src/sources/providers/question.js';

const ruc: Document = { docType: 'RUC', taxId: '20990000019' };
const ce: Document = { docType: 'CE', taxId: 'SIM"000001' };
const posted: Template = {
  method: 'POST',
  url: 'https://h/ruc',
  headers: { accept: 'application/json' },
  body: { ruc: '{ruc}', of: ['{source}', 7, null, { kind: '{docType} {taxId}' }] },
  credentials: {},
};

describe('the question about a document', () => {
  it('has a body in which every text is filled in', () => {
    expect(questionAbout(posted, 'deuda_coactiva', ruc)).toEqual({
      method: 'POST',
      url: 'https://h/ruc',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"ruc":"20990000019","of":["deuda_coactiva",7,null,{"kind":"RUC 20990000019"}]}',
    });
  });

  it('escapes the document in its body', () => {
    const question = questionAbout({ ...posted, body: { id: '{taxId}' } }, 'deuda_coactiva', ce);
    expect(JSON.parse(question!.body!)).toEqual({ id: 'SIM"000001' });
  });

  it('does not exist when it needs a RUC and the document has none', () => {
    expect(questionAbout(posted, 'deuda_coactiva', ce)).toBeUndefined();
  });

  it('has the secret in the body or in the query, as the provider wants it', () => {
    const inBody = { ...posted, body: { ruc: '{ruc}' }, credentials: { inBody: { name: 'token', value: 's3"cr{ruc}et' } } };
    expect(JSON.parse(questionAbout(inBody, 'deuda_coactiva', ruc)!.body!)).toEqual({ ruc: '20990000019', token: 's3"cr{ruc}et' });
    const alone = { ...posted, url: 'https://h/{ruc}', body: undefined, credentials: { inBody: { name: 'token', value: 'x' } } };
    expect(questionAbout(alone as unknown as Template, 'deuda_coactiva', ruc)!.body).toBe('{"token":"x"}');
    const inQuery = (url: string): Template => ({
      ...posted,
      method: 'GET',
      url,
      body: null,
      credentials: { inQuery: { name: 'key', value: 'a b&c' } },
    });
    expect(questionAbout(inQuery('https://h/?document={ruc}'), 'identificacion', ruc)).toEqual({
      method: 'GET',
      url: 'https://h/?document=20990000019&key=a%20b%26c',
      headers: { accept: 'application/json' },
    });
    expect(questionAbout(inQuery('https://h/{ruc}'), 'identificacion', ruc)!.url).toBe('https://h/20990000019?key=a%20b%26c');
  });
});
