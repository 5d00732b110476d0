import { BadRequestException, HttpException, NotFoundException, type ArgumentsHost } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { StatementError } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { ErrorFilter } from '../src/http/error-response.js';
import { errorAnswer, errorBody, toVigiaError } from '../src/index.js';

const correlationId = 'call-1';

/** An error as fastify and its plugins throw it. */
function frameworkError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode, code: 'FST_ERR' });
}

describe('the body of an error', () => {
  it('has three fields, and names the status', () => {
    expect(errorBody(429, 'slow down')).toEqual({ statusCode: 429, error: 'Too Many Requests', message: 'slow down' });
    expect(errorBody(599, 'x').error).toBe('Error');
  });

  it('under /panel has the code and its parameters as well, without free text among them', () => {
    const waiting = VigiaError.of('too_many_requests', { seconds: 3 });
    expect(errorAnswer(waiting, '/v1/perfiles/cargar')).toEqual(errorBody(429, waiting.message));
    expect(errorAnswer(waiting, '/panel/v1/session')).toEqual({
      ...errorBody(429, waiting.message),
      code: 'too_many_requests',
      params: { seconds: 3 },
    });
    const wrong = VigiaError.of('bad_request', { detail: 'name is wrong', field: 'n'.repeat(300), rule: 'pattern' });
    expect(errorAnswer(wrong, '/panel/v1/users')).toMatchObject({
      code: 'bad_request',
      params: { field: 'n'.repeat(200), rule: 'pattern' },
    });
    expect(errorAnswer(wrong, '/panel/v1/users')).not.toHaveProperty('params.detail');
    expect(errorAnswer(VigiaError.of('not_found'), '/panel/nada')).toMatchObject({ code: 'not_found', params: {} });
  });

  it('has a message of limited length', () => {
    expect(errorBody(400, 'x'.repeat(500)).message).toHaveLength(500);
    expect(errorBody(400, 'x'.repeat(501)).message).toBe(`${'x'.repeat(500)}…`);
  });

  it('is cut between characters, never within a surrogate pair', () => {
    expect(errorBody(400, `${'x'.repeat(499)}🙂🙂`).message).toBe(`${'x'.repeat(499)}…`);
    expect(errorBody(400, `${'x'.repeat(498)}🙂🙂`).message).toBe(`${'x'.repeat(498)}🙂…`);
    const wrong = VigiaError.of('bad_request', { detail: '', field: `${'n'.repeat(199)}🙂`, rule: 'pattern' });
    expect(errorAnswer(wrong, '/panel/v1/users')).toMatchObject({ params: { field: 'n'.repeat(199) } });
  });
});

describe('an error before it is sent', () => {
  it('stays as it is if it is a VigiaError', () => {
    const ours = VigiaError.of('webhook_inactive');
    expect(toVigiaError(ours, correlationId)).toBe(ours);
  });

  it.each([
    [new NotFoundException('Cannot GET /x?token=s3cr3t'), 404, 'not found'],
    [frameworkError(404, 'Route GET:/x not found'), 404, 'not found'],
    [frameworkError(413, 'Request body is too large'), 413, 'the body is larger than 32 KiB'],
    [frameworkError(415, 'Unsupported Media Type: x'), 415, 'the body must be application/json in UTF-8, without Content-Encoding'],
    [new BadRequestException('docType is wrong'), 400, 'docType is wrong'],
    [new HttpException('teapot', 418), 400, 'teapot'],
    [frameworkError(400, 'Invalid URL'), 400, 'Invalid URL'],
  ])('of the framework gets a text of Vigía: %s', (fault, status, message) => {
    expect(toVigiaError(fault, correlationId, 32 * 1024)).toMatchObject({ status, message });
  });

  it.each(['53000', '53100', '53200', '53300', '53400'])(
    'of a database without disk space, memory or connections is an outage: %s',
    (code) => {
      expect(toVigiaError(new StatementError('INSERT', { code }), correlationId)).toMatchObject({ code: 'unavailable', status: 503 });
    },
  );

  it.each([
    ['a row that stays locked', '55P03'],
    ['a deadlock', '40P01'],
    ['a statement that takes too long', '57014'],
  ])('of a database that ends the transaction because of %s is an outage', (_what, code) => {
    expect(toVigiaError(new StatementError('UPDATE', { code }), correlationId)).toMatchObject({ code: 'unavailable', status: 503 });
  });

  it.each([
    new TypeError('connect postgres://u:s3cr3t@db'),
    frameworkError(503, 's3cr3t inside'),
    new HttpException('s3cr3t', 500),
    's3cr3t text',
    { statusCode: '404', message: 's3cr3t' },
    {},
    0,
    null,
    undefined,
  ])('of an unexpected kind shows only the correlation id: %p', (fault) => {
    const error = toVigiaError(fault, correlationId);
    expect(error).toMatchObject({ code: 'internal', status: 500, message: 'unexpected error; correlation id call-1' });
  });
});

describe('the log entry of a refusal', () => {
  /** The lines, and the code that the request keeps for its own. */
  function logged(fault: unknown): unknown[] {
    const lines: unknown[] = [];
    const logAs = (level: string) => (fields: object, msg: string) => lines.push([level, Object.keys(fields), msg]);
    const reply = { header: () => reply, status: () => reply, send: () => reply };
    const request: { url: string; routeOptions: object; failure?: VigiaError } = { url: '/v1', routeOptions: {} };
    const host = {
      getType: () => 'http',
      switchToHttp: () => ({ getResponse: () => reply, getRequest: () => request }),
    };
    const logger = { warn: logAs('warn'), error: logAs('error') } as unknown as Logger;
    new ErrorFilter(logger).catch(fault, host as unknown as ArgumentsHost);
    return [...lines, request.failure?.code];
  }

  it.each([
    ['the client can correct it', VigiaError.of('webhook_inactive'), ['webhook_inactive']],
    ['it is expected', VigiaError.of('all_sources_failed'), [['warn', ['code'], 'request could not be served'], 'all_sources_failed']],
    ['it is unexpected', new TypeError('x'), [['error', ['err'], 'request failed'], 'internal']],
    ['the service itself is at fault', VigiaError.of('internal', { correlationId }), [['error', ['err'], 'request failed'], 'internal']],
  ])('has the right level when %s, and the request keeps its code', (_when, fault, lines) => {
    expect(logged(fault)).toEqual(lines);
  });
});
