import { describe, expect, it } from '@jest/globals';
import type { Document, SourceName } from '@vigia/contracts';
import { describeSettings, readSettings } from '@vigia/service-kit';
import { providersOf } from '../../src/sources/providers/provider.js';
import { questionUrl } from '../../src/sources/providers/question.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { profileLoaderSettings } from '../../src/settings.js';

const settings = {
  readyProviders: [],
  sourcesUrl: 'http://sources/api/',
  sourceTimeoutMs: 15_000,
  sourceConcurrency: 10,
  refreshHours: 24,
};
const resolve = (file: object, environment = {}) =>
  providersOf({ ...settings, providers: readProviderFile(JSON.stringify(file), environment) });
const http = (file: object, source: SourceName, environment = {}) => {
  const provider = resolve(file, environment)[source];
  if (provider.kind !== 'http') throw new Error(`${source} is not asked over HTTP`);
  return provider;
};
const problemOf = (file: unknown, environment = {}) => {
  try {
    readProviderFile(typeof file === 'string' ? file : JSON.stringify(file), environment);
    return 'nothing is wrong';
  } catch (error) {
    return (error as Error).message;
  }
};
const ruc: Document = { docType: 'RUC', taxId: '20990000019' };

describe('the provider of a source', () => {
  it('follows the settings without a file', () => {
    expect(http({}, 'protestos')).toEqual({
      kind: 'http',
      method: 'GET',
      url: 'http://sources/api/sources/{source}/{docType}/{taxId}',
      headers: { accept: 'application/json' },
      credentials: {},
      secrets: [],
      answer: {},
      statuses: { empty: [], not_contracted: [402, 403], unknown_taxpayer: [404] },
      accumulates: false,
      timeoutMs: 15_000,
      longestMs: 15_000,
      concurrency: 10,
      breaker: { failures: 10, pauseMs: 15_000 },
      refreshHours: 24,
    });
  });

  it('follows its entry, else the defaults of the file, key by key', () => {
    const file = {
      defaults: { url: 'https://bureau.example/{source}/{ruc}', timeoutMs: 4_000, rate: { max: 5, perMs: 1_000 }, concurrency: 3 },
      sources: { protestos: { timeoutMs: 900, statuses: { empty: [404] }, refreshHours: 168 } },
    };
    const shared = { url: 'https://bureau.example/{source}/{ruc}', rate: { max: 5, perMs: 1_000 }, concurrency: 3 };
    expect(http(file, 'protestos')).toMatchObject({ ...shared, timeoutMs: 900, refreshHours: 168 });
    expect(http(file, 'protestos').statuses).toEqual({ empty: [404], not_contracted: [402, 403], unknown_taxpayer: [] });
    expect(http(file, 'trabajadores')).toMatchObject({ ...shared, timeoutMs: 4_000, refreshHours: 24 });
  });

  it.each([
    [{ header: { name: 'X-Api-Key', secretVariable: 'KEY' } }, { 'x-api-key': 's3:cr et' }],
    [{ bearer: { secretVariable: 'KEY' } }, { authorization: 'Bearer s3:cr et' }],
    [{ basic: { user: 'vigia', secretVariable: 'KEY' } }, { authorization: `Basic ${btoa('vigia:s3:cr et')}` }],
    [{}, {}],
  ])('is asked with the secret from the environment: %j', (auth, header) => {
    const file = {
      defaults: { auth: { bearer: { secretVariable: 'OTHER' } } },
      sources: { protestos: { auth, headers: { 'X-Plan': 'b' } } },
    };
    expect(http(file, 'protestos', { KEY: 's3:cr et', OTHER: 'o' }).headers).toEqual({
      accept: 'application/json',
      'x-plan': 'b',
      ...header,
    });
  });

  it('is our own lists for the screening, unless a provider is named for it', () => {
    expect(resolve({}).listas_compliance).toMatchObject({ kind: 'lists', timeoutMs: 15_000 });
    const limited = { defaults: { url: 'http://h/{taxId}' }, sources: { listas_compliance: { concurrency: 2 } } };
    expect(resolve(limited).listas_compliance).toMatchObject({ kind: 'lists', concurrency: 2 });
    const asked = { sources: { listas_compliance: { kind: 'http', url: 'http://h/{taxId}' } } };
    expect(resolve(asked).listas_compliance).toMatchObject({ kind: 'http', url: 'http://h/{taxId}' });
    expect(problemOf({ sources: { listas_compliance: { statuses: { empty: [404] } } } })).toContain(
      '/sources/listas_compliance/statuses has no meaning',
    );
  });

  it('does not exist without an entry and without an address', () => {
    const unset = providersOf({ ...settings, sourcesUrl: undefined, providers: readProviderFile('{}', {}) });
    expect(unset.protestos).toMatchObject({ kind: 'none' });
    expect(unset.identificacion).toMatchObject({ kind: 'dataset' });
    expect(unset.identificacion).not.toHaveProperty('otherwise');
    expect(unset.listas_compliance).toMatchObject({ kind: 'lists' });
    expect(resolve({ sources: { protestos: { kind: 'none' } } }).protestos).toMatchObject({ kind: 'none' });
    expect(resolve({}).identificacion).toMatchObject({ kind: 'dataset', otherwise: { url: expect.stringContaining('http://sources') } });
    const based = readProviderFile(JSON.stringify({ sources: { protestos: { url: '{base}/p/{taxId}' } } }), {});
    expect(() => providersOf({ ...settings, sourcesUrl: undefined, providers: based })).toThrow('VIGIA_SOURCES_URL is missing: protestos');
  });

  it('comes from ready files without an entry: overlays in a row, a second provider as fallback', () => {
    const overlay = (name: string) => ({ kind: 'overlay', overlays: [{ name, url: `https://${name}/{ruc}`, auth: {} }] });
    const debts = (url: string, more = {}) => ({ deuda_coactiva: { url, auth: {}, ...more } });
    const ready = [
      { sources: { identificacion: overlay('one'), ...debts('https://one/{ruc}', { concurrency: 3, rate: { max: 1, perMs: 1_000 } }) } },
      {
        sources: {
          identificacion: overlay('two'),
          ...debts('https://two/{ruc}', { concurrency: 4, rate: { max: 50, perMs: 86_400_000 } }),
        },
      },
    ].map((file) => readProviderFile(JSON.stringify(file), {}));
    const chosen = (file: object) =>
      providersOf({ ...settings, readyProviders: ready, providers: readProviderFile(JSON.stringify(file), {}) });
    expect(chosen({}).identificacion).toMatchObject({ kind: 'overlay', overlays: [{ name: 'one' }, { name: 'two' }], longestMs: 45_000 });
    expect(chosen({}).deuda_coactiva).toMatchObject({
      kind: 'http',
      url: 'https://one/{ruc}',
      concurrency: 3,
      longestMs: 45_000,
      fallback: { url: 'https://two/{ruc}', quota: { max: 50, perMs: 86_400_000 } },
    });
    const own = { sources: { deuda_coactiva: { url: 'https://own/{ruc}' }, identificacion: { refreshHours: 1 } } };
    expect(chosen(own).deuda_coactiva).toMatchObject({ kind: 'http', url: 'https://own/{ruc}' });
    expect(chosen(own).deuda_coactiva).not.toHaveProperty('fallback');
    expect(chosen(own).identificacion).toMatchObject({ kind: 'overlay', refreshHours: 1 });
    const paced = { defaults: { refreshHours: 168, concurrency: 2, auth: { bearer: { secretVariable: 'OWN' } } } };
    const { deuda_coactiva: calmer } = providersOf({
      ...settings,
      readyProviders: ready,
      providers: readProviderFile(JSON.stringify(paced), { OWN: 'secret' }),
    });
    expect(calmer).toMatchObject({ refreshHours: 168, concurrency: 3 });
    expect(calmer).toMatchObject({ secrets: [] });
  });

  it('has an address in which the document is encoded', () => {
    const at = (template: string, document = ruc) => questionUrl(template, 'protestos', document);
    expect(at('http://h/{source}/{docType}/{taxId}?r={ruc}')).toBe('http://h/protestos/RUC/20990000019?r=20990000019');
    expect(at('http://h/{taxId}', { docType: 'CE', taxId: 'SIM/0?1#2' })).toBe('http://h/SIM%2F0%3F1%232');
    expect(at('http://h/{ruc}', { docType: 'DNI', taxId: '99990001' })).toBe('http://h/10999900017');
    expect(at('http://h/{ruc}', { docType: 'CE', taxId: 'SIM000001' })).toBeUndefined();
  });
});

describe('a file of providers', () => {
  it('reports every error of its schema at once', () => {
    const wrong = problemOf({
      default: {},
      defaults: { timeoutMs: 1, rate: { max: 0, perMs: 1_000 }, kind: 'http' },
      sources: {
        protesto: {},
        protestos: { url: 5, secret: 'CANARY', auth: { bearer: { secretVariable: 'k' }, basic: {} }, breaker: { failures: 3 } },
        trabajadores: { kind: 'lists', headers: { 'a b': 'x', ok: 'CANARY\n' }, statuses: { empty: [200] } },
      },
    });
    for (const place of [
      '/default is not known',
      '/defaults/kind is not known',
      '/defaults/timeoutMs must be >= 100',
      '/defaults/rate/max must be >= 1',
      '/sources/protesto is not known',
      '/sources/protestos/url must be string',
      '/sources/protestos/secret is not known',
      '/sources/protestos/auth must not have more than 1 properties',
      '/sources/protestos/auth/bearer/secretVariable must match pattern',
      '/sources/protestos/breaker must have required properties pauseMs',
      '/sources/trabajadores/kind must be equal to one of the allowed values',
      '/sources/trabajadores/headers/a b is not known',
      '/sources/trabajadores/headers/ok must match pattern',
      '/sources/trabajadores/statuses/empty/0 must be >= 201',
    ]) {
      expect(wrong).toContain(place);
    }
    expect(wrong).not.toContain('CANARY');
  });

  it('reports every other error at once', () => {
    const wrong = problemOf(
      {
        defaults: { url: '{base}/all', answer: { data: '{ "a": ' } },
        sources: {
          protestos: { headers: { Authorization: 'Bearer CANARY' }, auth: { bearer: { secretVariable: 'ABSENT' } } },
          trabajadores: { auth: { basic: { user: 'u', secretVariable: 'BROKEN' } }, statuses: { empty: [404], unknown_taxpayer: [404] } },
          listas_compliance: { url: 'http://h/{taxId}' },
        },
      },
      { BROKEN: 'CANARY\r\nx-other: 1' },
    );
    for (const place of [
      '/defaults/url has neither {taxId} nor {ruc}',
      '/defaults/answer/data is no JSONata expression: ',
      '/sources/protestos/headers/Authorization may not be set here',
      '/sources/trabajadores/statuses gives one status two meanings',
      '/sources/listas_compliance/url has no meaning unless "kind" is "http"',
      'ABSENT is missing',
      'BROKEN has characters that no header can carry',
      'is wrong in 7 place(s)',
    ]) {
      expect(wrong).toContain(place);
    }
    expect(wrong).not.toContain('CANARY');
  });

  it('reports every error of fallbacks, questions and kinds', () => {
    const wrong = problemOf(
      {
        sources: {
          protestos: { url: 'https://h/{ruc}', body: { a: '{ruc}' }, fallback: { timeoutMs: 500 } },
          trabajadores: {
            method: 'POST',
            url: 'https://h/all',
            body: { ruc: '{rucc}', deep: ['{base}'] },
            outcome: '{',
            poll: { ticket: 'id', url: 'https://h/{id}', ready: '(', everyMs: 500 },
          },
          deuda_vencida: { url: 'https://h/{ruc}', auth: { body: { name: 'token', secretVariable: 'KEY' } } },
          identificacion: { kind: 'overlay', url: 'https://h/{ruc}' },
          representantes_legales: {
            kind: 'dataset',
            overlays: [{ name: 'a', url: 'https://h/{ruc}', auth: { query: { name: 'k', secretVariable: 'NONE' } } }],
          },
          importaciones: { kind: 'none', headers: {} },
        },
      },
      { KEY: 'x' },
    );
    for (const place of [
      '/sources/protestos/body has no meaning unless "method" is "POST"',
      '/sources/protestos/fallback/url is missing',
      '/sources/trabajadores/url has neither {taxId} nor {ruc}',
      '/sources/trabajadores/body may not have {base}',
      '/sources/trabajadores/outcome is no JSONata expression',
      '/sources/trabajadores/poll/url has no {ticket}',
      '/sources/trabajadores/poll/ready is no JSONata expression',
      '/sources/deuda_vencida/auth/body has no meaning unless "method" is "POST"',
      '/sources/identificacion/overlays is missing',
      '/sources/identificacion/url has no meaning unless "kind" is "http"',
      '/sources/representantes_legales/overlays has no meaning unless "kind" is "overlay"',
      '/sources/importaciones/headers has no meaning unless "kind" is "http"',
      'NONE is missing',
    ]) {
      expect(wrong).toContain(place);
    }
  });

  it.each([
    ['http://h/{tax}/{taxId}', 'has {tax}, which is none of {base}, {source}, {docType}, {taxId}, {ruc}'],
    ['ftp://h/{taxId}', 'is no address that starts with'],
    ['/sources/{taxId}', 'is no address that starts with'],
    ['https://user:CANARY@h/{taxId}', 'holds a user name or password'],
    ['https://{taxId}.h/', 'may not choose its host by the document'],
    ['http://h/{base}/{taxId}', 'may have {base} only at its start'],
    ['{base}{taxId}', 'must go on with'],
  ])('is refused with the address %s', (url, problem) => {
    const wrong = problemOf({ defaults: { url } });
    expect(wrong).toContain(`/defaults/url ${problem}`);
    expect(wrong).not.toContain('CANARY');
  });

  it.each(['https://h:8443/a?ruc={ruc}', '{base}?d={taxId}', 'http://h?d={docType}{taxId}'])('is accepted with the address %s', (url) => {
    expect(problemOf({ defaults: { url } })).toBe('nothing is wrong');
  });

  it('does not send the secret of one provider to another by omission', () => {
    const defaults = { auth: { bearer: { secretVariable: 'KEY' } } };
    const problemWith = (entry: object) => problemOf({ defaults, sources: { protestos: entry } }, { KEY: 'x' });
    expect(problemWith({ url: 'http://other/{taxId}' })).toContain('/sources/protestos/auth is missing');
    expect(problemWith({ url: 'http://other/{taxId}', auth: {} })).toBe('nothing is wrong');
    expect(problemWith({ timeoutMs: 500 })).toBe('nothing is wrong');
  });

  it.each(['', '{', 'null', '[]'])('is refused when it is not a JSON object: %j', (text) => {
    expect(problemOf(text)).toMatch(/is not valid JSON|\/ must be object/);
  });

  it('is checked with the settings of the process, and hidden when these are shown', () => {
    const least = { DATABASE_URL: 'postgres://db/x', VIGIA_BROKER_URL: 'postgres://db/x', VIGIA_SOURCES_URL: 'http://sources' };
    const read = (file: object) => readSettings(profileLoaderSettings, { ...least, VIGIA_PROVIDERS: JSON.stringify(file) });
    expect(() => read({ defaults: { url: 'x' }, sources: { nope: {} } })).toThrow('VIGIA_PROVIDERS is wrong in 1 place(s): /sources/nope');
    const shown = describeSettings(profileLoaderSettings, read({ defaults: { headers: { 'x-plan': 'CANARY' } } }));
    expect(shown).toContain('VIGIA_PROVIDERS=[hidden]');
    expect(shown).not.toContain('CANARY');
  });
});
