import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { describeSummary } from '../src/demo/describe-summary.js';
import { render } from '../src/output/table.js';
import { addressesOf, NoSystemError } from '../src/surroundings.js';

const print = () => undefined;

describe('a table', () => {
  it('is aligned under the names of its fields', () => {
    expect(
      render([
        { a: 1, long: 'x' },
        { a: 22, long: 'yy' },
      ]),
    ).toBe('a   long\n1   x\n22  yy\n');
  });

  it('says so when it is empty', () => {
    expect(render([])).toBe('none\n');
  });
});

describe('the system', () => {
  it('is the one that the environment names, Redis before the database as broker', () => {
    const environment = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://r' };
    expect(addressesOf({ environment, print })).toEqual({ databaseUrl: 'postgres://db', brokerUrl: 'redis://r' });
    expect(addressesOf({ environment: { DATABASE_URL: 'postgres://db' }, print })).toEqual({
      databaseUrl: 'postgres://db',
      brokerUrl: 'postgres://db',
    });
  });

  it('is otherwise the standalone one of the folder, or none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-operator-'));
    const surroundings = { environment: { VIGIA_HOME: folder }, print };
    expect(() => addressesOf(surroundings)).toThrow(NoSystemError);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'connection.json'), '{"databaseUrl":"postgres://a","brokerUrl":"postgres://b"}');
    expect(addressesOf(surroundings)).toEqual({ databaseUrl: 'postgres://a', brokerUrl: 'postgres://b' });
    rmSync(folder, { recursive: true });
  });
});

describe('a summary at the terminal', () => {
  it('says in words what every code means', () => {
    const text = describeSummary({
      taxId: '20990000019',
      activo: true,
      estado: 'partial',
      subhelpers_fallidos: ['protestos'],
      identificacion: { statusCode: 'SH10', data: { razon_social: 'PRUEBA S.A.C.', ruc: '20990000019' } },
      laboral: { statusCode: 'SH30', data: {} },
    });
    expect(text).toMatch(/^PRUEBA S\.A\.C\.\n {2}20990000019 · estado partial · activo\n {2}failed sources: protestos\n/);
    expect(text).toMatch(/laboral +SH30 {2}not in the plan/);
  });
});
