import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limaDay, VigiaError } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { waitUntil, withinLockPatience } from '@vigia/testing';
import { customsTable, weekName } from './customs-week.js';
import { startRegisters, type Registers } from './running-registers.js';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const acme = '20991000012';
const name = 'COMERCIALIZADORA CERRO ALTO';
const padron = `RUC|NOMBRE O RAZON SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICION DE DOMICILIO|UBIGEO|TIPO DE VIA|NOMBRE DE VIA|CODIGO DE ZONA|TIPO DE ZONA|NUMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILOMETRO|
${acme}|${name} S.A.C.|ACTIVO|HABIDO|150101|AV.|LAS FLORES|-|-|123|-|-|-|-|-|
`;

const listed = (day: string, ...entities: [id: string, name: string][]) => `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${day}T00:00:09.554Z"><INDIVIDUALS/><ENTITIES>${entities
  .map(
    ([id, entity]) => `<ENTITY><DATAID>${id}</DATAID><FIRST_NAME>${entity}</FIRST_NAME><UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE>
  <REFERENCE_NUMBER>QDe.${id}</REFERENCE_NUMBER><COMMENTS1>Invented.</COMMENTS1></ENTITY>`,
  )
  .join('')}</ENTITIES></CONSOLIDATED_LIST>`;

describe('an operator at the command line', () => {
  let registers: Registers;

  beforeAll(async () => {
    registers = await startRegisters({ freshnessHours: 24 });
  });
  afterAll(() => registers?.stop());

  async function vigia(...args: string[]) {
    const { database, brokerUrl } = registers.loader;
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, VIGIA_BROKER_URL: brokerUrl };
    const child = spawn(process.execPath, ['dist/services/operator.js', ...args], { cwd: repository, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, stdout, stderr };
  }
  const hits = async () =>
    JSON.parse((await vigia('hit', 'list', '--document', acme, '--json')).stdout) as {
      hits: { fingerprint: string; verdict: object | null }[];
    }[];
  const bringList = async (day: string, ...entities: [string, string][]) => {
    const file = registers.file(`un-${day}.xml`, listed(day, ...entities));
    expect(await vigia('dataset', 'import', 'un', '--file', file)).toMatchObject({ code: 0, stderr: '' });
  };
  const versionsOf = async (dataset: string) =>
    (JSON.parse((await vigia('dataset', 'versions', dataset, '--json')).stdout) as { version: number }[]).map(({ version }) => version);

  const isImporterWaiting = async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;
    return (await registers.loader.database.query(waiting, ['%registry.dataset%'])).length > 0;
  };

  /** What a command ends with if this happens after it has looked, and before the importer has done what it asks. */
  const overtaken = (command: string[], meanwhile: string, [before, after]: [unknown, unknown]) =>
    withinLockPatience(async () => {
      const { database } = registers.loader;
      // The importer may have given up in an earlier try.
      await database.query(meanwhile, [before]);
      const other = await openDatabase({ url: database.url, poolSize: 1 });
      try {
        const [asked] = await other.transaction(async (tx) => {
          await tx.rows(`SELECT FROM registry.dataset WHERE name = 'un' FOR UPDATE`, []);
          const running = vigia(...command);
          await Promise.race([waitUntil(isImporterWaiting, { what: 'the importer waits' }), running]);
          await tx.rows(meanwhile, [after]);
          return [running];
        });
        const ended = await asked;
        if (ended.stderr.includes('cannot answer now')) throw VigiaError.of('unavailable');
        return ended;
      } finally {
        await other.close();
      }
    });

  it('imports a register, and the next load asks the source that was not contracted, once', async () => {
    const identificationIn = async () => {
      await registers.loader.load(acme);
      const loads = await registers.loader.loads(acme);
      const asked = await registers.loader.tasks(loads.at(-1)!.id);
      return [loads.length, asked.get('identificacion')?.state];
    };
    expect(await identificationIn()).toEqual([1, 'not_contracted']);
    const brought = await vigia(
      'dataset',
      'import',
      'padron_reducido',
      '--file',
      registers.file('padron.txt', padron),
      '--published',
      '2026-11-20',
    );
    expect(brought).toMatchObject({ code: 0, stderr: '' });
    expect(brought.stdout).toMatch(/^padron_reducido 2026-11-20 \w+ is in force: 1 row of 2 lines, 0 rejected; 1 added/);
    // The loader remembers for a second which registers there are.
    await waitUntil(async () => (await identificationIn())[1] === 'data', { what: 'the register is asked' });
    expect(await identificationIn()).toEqual([2, 'data']);
  });

  it('sees the rejected lines also after an import of the same file again', async () => {
    const file = registers.file('deuda.csv', `ruc,periodo,entidad,monto\n${acme},2026-09,,10\n${acme},2026-13,,10\n`);
    await vigia('dataset', 'import', 'deuda_laboral', '--file', file);
    expect((await vigia('dataset', 'import', 'deuda_laboral', '--file', file)).stdout).toContain('already in force');
    expect((await vigia('dataset', 'rejects', 'deuda_laboral')).stdout).toMatch(/^1 rejected: month 1\n/);
  });

  it('sees afterwards why a version was refused', async () => {
    const file = registers.file('nota.csv', `ruc,periodo,entidad,monto,nota\n${acme},2026-09,,10,x\n`);
    expect((await vigia('dataset', 'import', 'deuda_laboral', '--file', file)).code).toBe(1);
    const { stdout } = await vigia('dataset', 'versions', 'deuda_laboral');
    expect(stdout).toMatch(/ refused .* header: it has columns that are not read: nota\n/);
  });

  it('compares two versions of a list, and sees which hits the later one closed', async () => {
    await bringList('2026-11-19', ['900010', name], ['900011', 'NAVIERA PUNTA GAVIOTA']);
    await waitUntil(async () => (await hits()).length === 1, { what: 'the profile is screened again' });
    const ofType = async (...more: string[]) => (JSON.parse((await vigia('hit', 'list', '--json', ...more)).stdout) as object[]).length;
    expect([await ofType(), await ofType('--doc-type', 'RUC'), await ofType('--doc-type', 'DNI')]).toEqual([1, 1, 0]);
    await bringList('2026-11-20', ['900011', 'NAVIERA PUNTA GAVIOTA'], ['900012', 'MINERA CANAL SECO']);
    const [second, first] = (await versionsOf('un')).map(String) as [string, string];

    const forth = await vigia('dataset', 'diff', 'un', first, second);
    expect(forth).toMatchObject({ code: 0, stderr: '' });
    expect(forth.stdout).toMatch(new RegExp(`^un ${first} → ${second}: 1 added, 1 removed, 0 changed\\n`));
    expect(forth.stdout).toMatch(/\n900010 +removed +\{.*"text":"COME/);
    expect(forth.stdout).toMatch(/\n900012 +added +- +\{.*"text":"MINE/);
    expect((await vigia('dataset', 'diff', 'un', second, first)).stdout).toMatch(/\n900010 +added /);
    expect((await vigia('dataset', 'diff', 'un')).stdout).toMatch(/^un 2026-11-20 \w+: 1 added, 1 removed, 0 changed\n/);

    const whole = await vigia('list', 'rescreen', 'un');
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toMatch(/^un 2026-11-20 \w+: (1 person or company|\d+ people and companies) compared, \d+ profiles? affected, /);
    await waitUntil(async () => (await hits()).length === 0, { what: 'the hit is closed' });
    const closed = await vigia('hit', 'closed', '--document', acme);
    expect(closed).toMatchObject({ code: 0, stderr: '' });
    expect(closed.stdout).toMatch(/\nun +900010 +COMERCIALIZADORA.* un 2026-11-19 \w+ +un 2026-11-20 \w+ +20\d\d-\d\d-\d\d\n$/);
  });

  it('decides on a hit as it was listed, and not as it has become since', async () => {
    const others: [string, string][] = [
      ['900011', 'NAVIERA PUNTA GAVIOTA'],
      ['900012', 'MINERA CANAL SECO'],
    ];
    const found = async () => (await hits())[0]?.hits[0];
    const decide = (fingerprint: string) => {
      const about = ['--document', acme, '--list', 'un', '--entity', '900010', '--fingerprint', fingerprint];
      return vigia('hit', 'dismiss', ...about, '--reason', 'otro giro');
    };
    await bringList('2026-11-21', ['900010', name], ...others);
    const seen = await waitUntil(found, { what: 'the hit is found' });
    expect((await vigia('hit', 'list', '--document', acme)).stdout).toMatch(new RegExp(` ${seen.fingerprint}\n$`));
    await bringList('2026-11-22', ['900010', `${name} S.A.`], ...others);
    const changed = await waitUntil(
      async () => {
        const now = await found();
        return now?.fingerprint !== seen.fingerprint && now;
      },
      { what: 'the profile is screened against the entry as it is now' },
    );
    expect(await decide(seen.fingerprint)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'this hit has changed since it was listed: list it again\n',
    });
    expect((await found())?.verdict).toBeNull();
    const decided = await decide(changed.fingerprint);
    expect(decided).toMatchObject({ code: 0, stderr: '' });
    expect(decided.stdout).toMatch(new RegExp(` dismissed +${changed.fingerprint}\n$`));
  });

  it('withdraws the version and ends the pause that the command has seen, and no other', async () => {
    const [second, first] = (await versionsOf('un')) as [number, number];
    const inForce = `UPDATE registry.current SET version = $1 WHERE dataset = 'un'`;
    for (const act of ['rollback', 'retire']) {
      expect(await overtaken(['dataset', act, 'un', '--reason', 'prueba'], inForce, [second, first])).toEqual({
        code: 1,
        stdout: '',
        stderr: `version ${second} of un is no longer in force: now it is version ${first}; nothing was done, look again first\n`,
      });
      await registers.loader.database.query(inForce, [second]);
    }
    const rolledBack = await vigia('dataset', 'rollback', 'un', '--reason', 'vino incompleta');
    expect(rolledBack).toMatchObject({ code: 0, stderr: '' });
    expect(rolledBack.stdout).toMatch(
      /^un 2026-11-22 \w+ is out of force, and un 2026-11-21 \w+ is in force again; downloads are paused\n$/,
    );

    const reason = `UPDATE registry.dataset SET pause_reason = $1 WHERE name = 'un'`;
    const ofRollback = 'rolled back: vino incompleta';
    expect(await overtaken(['dataset', 'resume', 'un'], reason, [ofRollback, 'otra carga falló'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'the downloads of un were paused again meanwhile, and stay paused: otra carga falló\n',
    });
    const resumed = await vigia('dataset', 'resume', 'un');
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(resumed.stdout).toMatch(/^the pause since 20\S+Z has ended: otra carga falló\ndata set /);
    expect((await vigia('dataset', 'resume', 'un')).stdout).toMatch(/^the downloads of un are not paused\ndata set /);

    const retired = await vigia('dataset', 'retire', 'un', '--reason', 'terminó');
    expect(retired).toMatchObject({ code: 0, stderr: '' });
    expect(retired.stdout).toMatch(/^un 2026-11-21 \w+ is out of force, and nobody is screened against un; downloads are paused\n$/);
    expect(await vigia('dataset', 'retire', 'un', '--reason', 'terminó')).toMatchObject({
      code: 1,
      stderr: 'no version of un is in force\n',
    });
  });

  it('sees which week of customs is missing, and until when it can be downloaded', async () => {
    const today = Date.parse(limaDay(new Date()));
    const daysAgo = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);
    const line = { declaration: '400101', document: acme, heading: '8703239090', country: 'CN', fob: 1 };
    for (const first of [28, 14].map(daysAgo))
      await registers.bringIn('importaciones', weekName('ma', first), customsTable('imports', [{ ...line, day: first }], '2026-09-27'));
    const { stdout } = await vigia('dataset', 'list');
    expect(stdout).toMatch(new RegExp(`\nimportaciones .* lacks the week of ${daysAgo(21)}, published until ${daysAgo(-52)} +current `));
  });

  it('writes the next inquiry file, unless the path cannot be written or nobody is left', async () => {
    const inquiry = ['dataset', 'inquiry', 'consulta_multiple'];
    const path = registers.file('ruc.zip', '');
    expect(await vigia(...inquiry, '--to', `${path}/ruc.zip`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('cannot write to'),
    });
    const made = await vigia(...inquiry, '--to', path);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(
      new RegExp(`^${path}: 1 RUC, 0 more waiting\nUpload it in a browser at https://\\S+\n.*dataset import consulta_multiple`),
    );
    expect(readFileSync(path, 'latin1')).toContain(`.txt${acme}\r\n`);
    expect(await vigia(...inquiry, '--to', dirname(path))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]*no RUC is left/),
    });
  });

  it('gets an error in one line, with status 2 when nothing was sent', async () => {
    const gone = await vigia('dataset', 'diff', 'un', '1', '999999999');
    expect(gone).toMatchObject({ code: 1, stdout: '' });
    expect(gone.stderr).toMatch(/^[^\n]+\n$/);
    expect(await vigia('dataset', 'diff', 'un', 'uno', 'dos')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('the number of a version'),
    });
    expect(await vigia('list', 'rescreen', 'nada')).toMatchObject({ code: 1, stdout: '' });
    expect(await vigia('hit', 'closed', '--document', '123')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is not a valid RUC'),
    });
  });

  it('says of a rollback without an answer in time where to look before it is repeated', async () => {
    const [{ label, version }] = JSON.parse((await vigia('dataset', 'versions', 'padron_reducido', '--json')).stdout);
    const { database } = registers.loader;
    const other = await openDatabase({ url: database.url, poolSize: 1 });
    try {
      const unanswered = await other.transaction(async (tx) => {
        await tx.rows(`SELECT FROM registry.dataset WHERE name = 'padron_reducido' FOR UPDATE`, []);
        const running = vigia('dataset', 'rollback', 'padron_reducido', '--reason', 'prueba');
        await waitUntil(isImporterWaiting, { what: 'the importer waits' });
        await registers.importer.kill('SIGKILL');
        return running;
      });
      expect(unanswered).toEqual({
        code: 1,
        stdout: '',
        stderr: `no answer in time: ${label} (version ${version}) may be out of force by now. Repeat the command only if \`dataset versions padron_reducido\` still shows it as current\n`,
      });
    } finally {
      await other.close();
    }
  });
});
