import { describe, expect, it } from '@jest/globals';
import { addressOf } from '../src/gateway/call.ts';
import { refusalWords } from '../src/gateway/refusal-words.ts';
import { mayPass, Refusal } from '../src/gateway/refusal.ts';
import { asTold, isAskedAgain, isSettled } from '../src/gateway/repeating.ts';
import { readSearch, search, writeSearch } from '../src/kit/search-params.ts';

describe('the address of an operation', () => {
  it('encodes its parameters and leaves out undefined ones', () => {
    expect(addressOf('PATCH /panel/v1/users/:userId', { params: { userId: 'a/b' }, body: { active: false } })).toBe(
      '/panel/v1/users/a%2Fb',
    );
    expect(addressOf('GET /panel/v1/events', { query: { taxId: '20990000019', before: undefined } })).toBe(
      '/panel/v1/events?taxId=20990000019',
    );
    expect(addressOf('GET /panel/v1/session', {})).toBe('/panel/v1/session');
  });
});

describe('a refusal', () => {
  it('is explained by its code, else by its status, in the language of the page', () => {
    expect(refusalWords(new Refusal(404, 'x', 'taxpayer_not_found', { taxId: '20990000094' }), 'es')).toContain('20990000094');
    expect(refusalWords(new Refusal(409, 'some sentence'), 'es')).toBe('No se puede hacer en el estado actual.');
    expect(refusalWords(new Refusal(418, 'some sentence'), 'en')).toBe('Something failed on our side.');
  });

  it('of a sign-in does not reveal whether the user or the corporation is disabled', () => {
    expect(refusalWords(new Refusal(401, '', 'credentials_disabled'), 'es')).toMatch(
      /usuario está desactivado o su corporación está suspendida/,
    );
  });

  it('of an update does not say that the monitoring expired when it only changed meanwhile', () => {
    const refused = (endedOn: string | null) => new Refusal(409, '', 'monitoring_expired', { endedOn });
    expect(refusalWords(refused('2026-10-31'), 'es')).toBe('El monitoreo de este perfil venció. Actívelo de nuevo.');
    expect(refusalWords(refused(null), 'es')).toMatch(/cambió o terminó mientras se actualizaba/);
    expect(refusalWords(refused(null), 'en')).toMatch(/changed or ended during the update/);
  });

  it('writes a day as the page does', () => {
    const tooLong = new Refusal(409, '', 'months_exceed_contract', { fittingMonths: 1, endsOn: '2026-12-31' });
    expect(refusalWords(tooLong, 'es')).toBe('El contrato termina el 31/12/2026: cabe hasta 1 mes, contando el actual.');
    expect(refusalWords(tooLong, 'en')).toBe('The contract ends on 31/12/2026: up to 1 month fits, the current one included.');
  });

  it('is transient only if it does not decide the request', () => {
    const fault = (status: number) => mayPass(new Refusal(status, ''));
    expect([0, 408, 429, 502, 503, 504].map(fault)).toEqual([true, true, true, true, true, true]);
    expect([400, 401, 409, 500].map(fault)).toEqual([false, false, false, false]);
    expect([mayPass(new Refusal(500, '', 'internal')), mayPass(new Refusal(502, '', 'all_sources_failed'))]).toEqual([false, false]);
    expect(mayPass(new Refusal(408, '', 'request_timeout'))).toBe(false);
  });

  it('of a load balancer is not attributed to the sources', () => {
    const said = (...refusal: ConstructorParameters<typeof Refusal>) => refusalWords(new Refusal(...refusal), 'es');
    expect([said(502, 'Bad Gateway'), said(504, 'Gateway Time-out')]).toEqual(['El servicio no respondió.', 'El servicio no respondió.']);
    expect(said(502, '', 'all_sources_failed')).toBe('Ninguna fuente respondió. No se cobró nada. Inténtelo más tarde.');
  });
});

describe('an act without an answer', () => {
  const acts = ['POST /panel/v1/loads', 'PATCH /panel/v1/users/:userId', 'POST /panel/v1/credentials', 'POST /panel/v1/webhooks'] as const;

  it('is retried automatically only if it is safe to repeat', () => {
    for (const status of [0, 502, 503, 504]) {
      expect(acts.map((act) => isAskedAgain(act, 0, new Refusal(status, '')))).toEqual([true, true, false, true]);
    }
    expect(isAskedAgain('POST /panel/v1/loads', 3, new Refusal(503, ''))).toBe(false);
    expect([429, 409, 500].map((status) => isAskedAgain('POST /panel/v1/loads', 0, new Refusal(status, '')))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is not retried if it uses up what it names, because the repetition would be refused as if nothing had been done', () => {
    const lost = new Refusal(0, '');
    const using = [
      'PUT /panel/v1/password',
      'PUT /panel/v1/password/by-link',
      'DELETE /panel/v1/views/:viewId',
      'PATCH /panel/v1/webhooks/:configurationId',
    ] as const;
    expect(using.map((act) => isAskedAgain(act, 0, lost))).toEqual(using.map(() => false));
    expect(using.map((act) => refusalWords(asTold(act, lost), 'es'))).toEqual(
      using.map(() => expect.stringContaining('Puede que se haya hecho')),
    );
    expect(isAskedAgain('DELETE /panel/v1/credentials/:accessKey', 0, lost)).toBe(true);
  });

  it('keeps its idempotency key until its outcome is known', () => {
    const open = [0, 401, 429, 500, 502, 503, 504].map((status) => isSettled(new Refusal(status, '')));
    expect(open).toEqual(open.map(() => false));
    expect(isSettled(new Refusal(500, '', 'internal'))).toBe(false);
    expect(isSettled(new Refusal(409, '', 'other_user'))).toBe(false);
    expect([isSettled(new Refusal(409, '', 'not_active')), isSettled(new Refusal(502, '', 'all_sources_failed'))]).toEqual([true, true]);
  });

  it('keeps its idempotency key whatever a load balancer answers to a later try', () => {
    const open = [400, 403, 404, 408].map((status) => isSettled(new Refusal(status, '')));
    expect(open).toEqual(open.map(() => false));
    expect(isSettled(new Refusal(404, '', 'not_found'))).toBe(true);
  });
});

describe('the text of an act without an answer', () => {
  const told = (act: Parameters<typeof asTold>[0], status: number, code?: 'billing_unavailable' | 'internal') =>
    refusalWords(asTold(act, new Refusal(status, '', code)), 'es');

  it('warns that the act may have been done', () => {
    const mayBeDone = 'Puede que se haya hecho de todos modos: revise antes de pedirlo otra vez.';
    expect(told('POST /panel/v1/credentials', 0)).toBe(`No hay conexión con el servicio. ${mayBeDone}`);
    expect(told('POST /panel/v1/updates', 502)).toBe(`El servicio no respondió. ${mayBeDone}`);
    expect(told('POST /panel/v1/loads', 0)).toContain(mayBeDone);
    expect(told('POST /panel/v1/loads', 408)).toBe(`El servicio no respondió. ${mayBeDone}`);
    expect(told('POST /panel/v1/webhooks', 503)).toContain(mayBeDone);
    expect(told('POST /panel/v1/events', 500, 'internal')).toContain(mayBeDone);
  });

  it('does not warn if the outcome is known, or if a repetition changes nothing', () => {
    const mayBeDone = 'Puede que se haya hecho';
    expect(told('POST /panel/v1/webhooks', 429)).not.toContain(mayBeDone);
    expect(told('POST /panel/v1/loads', 503, 'billing_unavailable')).not.toContain(mayBeDone);
    expect(told('PATCH /panel/v1/users/:userId', 503)).not.toContain(mayBeDone);
    expect(told('POST /panel/v1/session', 0)).not.toContain(mayBeDone);
  });
});

describe('the search of a URL', () => {
  it('keeps numbers as text and leaves out empty values', () => {
    expect(readSearch('?q=020990000019&sort=-alert')).toEqual({ q: '020990000019', sort: '-alert' });
    expect(writeSearch({ q: '020990000019', alert: '', before: undefined })).toBe('?q=020990000019');
    expect(writeSearch({})).toBe('');
  });

  it('accepts only the names of its screen', () => {
    expect(search('q', 'sort')({ q: 'a', sort: 7, other: 'b' })).toEqual({ q: 'a' });
  });
});
