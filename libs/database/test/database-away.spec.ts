import { describe, expect, it } from '@jest/globals';
import { databaseFault, isDatabaseAway, StatementError } from '../src/index.js';

const failedWith = (code: string) => new StatementError('SELECT 1', { code });

describe('a statement without a connection', () => {
  it.each([
    'ECONNREFUSED',
    '57P03',
    '28P01',
    '28000',
    '3D000',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ])('counts as database away: %s', (code) => {
    expect(isDatabaseAway(failedWith(code))).toBe(true);
  });

  it.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('counts so too if the certificate or the encryption is at fault: %s', (code) => {
    expect(isDatabaseAway(failedWith(code))).toBe(true);
    expect(databaseFault(failedWith(code))).toContain('certificate');
  });

  it.each(['EMFILE', 'EADDRNOTAVAIL'])('counts so too if this machine has no room for a connection: %s', (code) => {
    expect(isDatabaseAway(failedWith(code))).toBe(true);
    expect(databaseFault(failedWith(code))).toContain('this machine has no room for a connection');
  });

  it('counts so too if the server does not encrypt, for which the driver has no code', () => {
    expect(isDatabaseAway(new StatementError('connect', new Error('The server does not support SSL connections')))).toBe(true);
  });

  it('is told from one that PostgreSQL refuses for itself', () => {
    for (const code of ['42501', '42P01', '23505', '22P02']) expect([code, isDatabaseAway(failedWith(code))]).toEqual([code, false]);
  });

  it('says that the login is refused, not that the server does not run', () => {
    expect(databaseFault(failedWith('28P01'))).toBe(
      'the database refuses the connection (28P01): are its name, the login and the password right?',
    );
  });
});
