import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipOf } from './fixtures/stored-zip.js';
import { companies, latin1, padronHeader, padronLine, padronOf } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const name = 'padron_reducido_ruc.txt';
const rucs = ['20991000012', '20991000021', '20991000039', '20991000047', '20991000055'] as const;
const whole = latin1(padronHeader, ...rucs.map((ruc) => padronLine(ruc)));
const zipped = zipOf({ name, content: whole, isCompressed: true });
const million = 1_000_000;
const page = '<!doctype html><html><body>Request Rejected</body></html>';

const unreadable: [what: string, code: string, told: RegExp, content: string | Buffer][] = [
  ['a page of HTML', 'form', /is a web page/, page],
  ['content that the server compressed unasked', 'form', /is packed with gzip/, gzipSync(whole)],
  ['half an archive', 'archive', /cannot be read/, zipped.subarray(0, zipped.length / 2)],
  ['an archive with nothing in it', 'archive', /no file of the name/, zipOf()],
  ['two files that match', 'archive', /are both there/, zipOf({ name, content: whole }, { name: `mas/${name}`, content: whole })],
  [
    'a file that does not belong to the register',
    'archive',
    /leeme\.txt is not known/,
    zipOf({ name, content: whole }, { name: 'leeme.txt', content: '' }),
  ],
  [
    'an archive of 101 entries',
    'archive',
    /has 101 entries/,
    zipOf(...Array.from({ length: 101 }, (_, i) => ({ name: `${i}/`, content: '' }))),
  ],
  ['a wrong checksum', 'archive', /checksum is wrong/, zipOf({ name, content: whole, says: { checksum: 1 } })],
  ['an encrypted file', 'archive', /encrypted/, zipOf({ name, content: whole, isCompressed: true, says: { isEncrypted: true } })],
  [
    'a file that claims 1 KB and has 40 MB',
    'archive',
    /too many bytes/,
    zipOf({ name, content: Buffer.alloc(40 * million), isCompressed: true, says: { size: 1_024 } }),
  ],
  [
    'a file that would grow to 4 GB',
    'archive',
    /would grow/,
    zipOf({ name, content: whole, isCompressed: true, says: { size: 4_000 * million } }),
  ],
  ['a name that leaves its folder', 'archive', /relative path/, zipOf({ name: `../../${name}`, content: whole })],
  ['a name from the root', 'archive', /absolute path/, zipOf({ name: `/tmp/${name}`, content: whole })],
  ['a line of more than 1 MB', 'long_line', /more than 1 MB/, latin1(padronHeader, padronLine(rucs[0], 'A'.repeat(1.1 * million)))],
  ['a line without an end', 'long_line', /more than 1 MB/, Buffer.concat([latin1(padronHeader), Buffer.alloc(3 * million, 'A')])],
];

describe('a file of the padrón', () => {
  let importer: RunningImporter;
  let publisher: Server;
  let published: string | Buffer = '';

  beforeAll(async () => {
    publisher = createServer((_, answer) => answer.end(published)).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/padron.zip`;
    importer = await startImporter({ VIGIA_DATA_ADDRESSES: JSON.stringify({ [padron]: address }) });
    await importer.bringIn(padron, importer.file('first.txt', whole), { publishedOn: '2026-11-20' });
  });

  afterAll(async () => {
    await importer?.stop();
    publisher.closeAllConnections();
    publisher.close();
  });

  const tables = () => importer.database.query(`SELECT relname FROM pg_class WHERE relnamespace = 'registry'::regnamespace ORDER BY 1`);
  const inForce = () => importer.database.query('SELECT ruc, name, label FROM registry.current_taxpayer ORDER BY ruc');
  const downloaded = () => {
    const folder = join(importer.folder, 'downloads', padron);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it.each(unreadable)('is refused with the reason, whether given or downloaded: %s', async (_, code, told, content) => {
    const before = [await tables(), await inForce()];
    const refused = { state: 'refused', problems: [{ code, detail: expect.stringMatching(told) }] };
    expect(await importer.bringIn(padron, importer.file('given.zip', content))).toMatchObject(refused);
    published = content;
    const { version } = await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', accept: 'sin mirar' });
    expect(await importer.untilEnded(version.version)).toMatchObject(refused);
    expect([await tables(), await inForce()]).toEqual(before);
    expect(downloaded()).toEqual([]);
  });

  it('is refused for its cut line, with its rejected lines by reason, unless that is accepted', async () => {
    const lines = [
      ...rucs.map((ruc) => padronLine(ruc, 'NUEVA S.A.C.')),
      padronLine('20991000013'),
      '20991000080|FALTAN COLUMNAS|ACTIVO|',
      `${padronLine('20991000080')}|`,
      '',
      padronLine('2099100001'),
      padronLine('20991000080', ''),
      padronLine(rucs[0], 'OTRA VEZ S.A.C.'),
    ];
    const path = importer.file('bad.txt', Buffer.concat([latin1(padronHeader, ...lines), Buffer.from('20991000110|ULTIMA LINEA')]));
    const rejectedByReason = { check_digit: 1, columns: 2, ruc_form: 1, no_name: 1, repeated: 1, cut_line: 1 };
    const refused = await importer.bringIn(padron, path, { publishedOn: '2026-11-21' });
    expect(refused).toMatchObject({ state: 'refused', rejected: 7, rejectedByReason, problems: [{ code: 'cut_line' }] });
    const { rejects } = await importer.ask('datasets.rejects', { version: refused.version, limit: 50 });
    expect(rejects.map(({ line }) => line)).toEqual([7, 8, 9, 11, 12, 13, 14]);
    expect(await importer.bringIn(padron, path, { publishedOn: '2026-11-21', accept: 'falta una línea' })).toMatchObject({
      state: 'current',
      rejectedByReason,
      changed: 5,
    });
  });

  it('has its rejected lines stored, also when the cut falls within a character', async () => {
    const line = `${rucs[0]}|${'A'.repeat(199 - rucs[0].length - 1)}😀|ACTIVO|`;
    expect(line.slice(0, 200)).not.toBe(Array.from(line).slice(0, 200).join(''));
    const path = importer.file('cut.txt', Buffer.concat([latin1(padronHeader), Buffer.from(`${line}\n`)]));
    const refused = await importer.bringIn(padron, path, { publishedOn: '2026-11-21' });
    expect(refused).toMatchObject({ state: 'refused', rejectedByReason: { columns: 1 } });
    const { rejects } = await importer.ask('datasets.rejects', { version: refused.version, limit: 5 });
    expect(rejects).toMatchObject([{ reason: 'columns', text: line.slice(0, 199) }]);
  });

  it('counts the taxpayers that were added, removed and changed', async () => {
    const [same, name2, status, gone] = rucs;
    const today = importer.file('today.txt', latin1(padronHeader, ...rucs.map((ruc) => padronLine(ruc))));
    await importer.bringIn(padron, today, { publishedOn: '2026-11-22' });
    const next = [
      padronLine(same),
      padronLine(name2, 'OTRO NOMBRE S.A.C.'),
      padronLine(status, undefined, 'BAJA DEFINITIVA'),
      padronLine(rucs[4]).replace('|HABIDO|', '|NO HABIDO|'),
      padronLine('20991000110'),
    ];
    expect(next.some((line) => line.startsWith(gone))).toBe(false);
    const path = importer.file('next.txt', latin1(padronHeader, ...next));
    expect(await importer.bringIn(padron, path, { publishedOn: '2026-11-22' })).toMatchObject({
      state: 'current',
      added: 1,
      removed: 1,
      changed: 3,
    });
  });

  it('is refused as one of twelve, without a warning of the process', async () => {
    const warnings: string[] = [];
    const warned = ({ name: kind }: Error) => warnings.push(kind);
    process.on('warning', warned);
    try {
      const paths = Array.from({ length: 12 }, (_, i) => importer.file(`parte-${i}.txt`, whole));
      expect(await importer.bringIn(padron, paths)).toMatchObject({ state: 'refused', problems: [{ code: 'archive' }] });
    } finally {
      process.off('warning', warned);
    }
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  it('is refused before its end is read if its column of statuses holds something else, also if that is accepted', async () => {
    const numbered = companies(200_000).map((ruc, i) => padronLine(ruc, undefined, `${100_000 + i}`));
    const path = importer.file('shifted.txt', latin1(padronHeader, numbered.join('\n')));
    for (const accept of [undefined, 'sin mirar']) {
      const refused = await importer.bringIn(padron, path, { ...(accept && { accept }) });
      expect(refused).toMatchObject({
        state: 'refused',
        problems: [{ code: 'form', detail: 'more than 1000 different statuses are not known' }],
      });
      expect(refused.bytesRead).toBeLessThan(refused.bytes! / 4);
      expect(refused.lines).toBeLessThan(50_000);
    }
  });

  it('is refused before its end is read if it has twice the lines in force, unless that is accepted', async () => {
    const [single, twice] = [padronOf('UNA', 20_000), padronOf('UNA', 40_000)];
    await importer.bringIn(padron, importer.file('once.txt', single), { publishedOn: '2026-11-23', accept: 'otra cartera' });
    const cut = importer.file('twice.txt', twice.subarray(0, -20));
    const refused = await importer.bringIn(padron, cut, { publishedOn: '2026-11-24' });
    expect(refused).toMatchObject({ state: 'refused', problems: [{ code: 'more' }] });
    expect(refused.problems[0]!.detail).toMatch(/^\d+ lines or more, but the version in force has 20001$/);
    expect(refused.lines).toBeGreaterThan(21_000);
    expect(refused.lines).toBeLessThan(40_000);
    expect(refused.bytesRead).toBeLessThan(refused.bytes!);
    const accepted = await importer.bringIn(padron, cut, { publishedOn: '2026-11-24', accept: 'entran las personas' });
    expect(accepted).toMatchObject({ state: 'current', lines: 40_001, rows: 39_999 });
    expect(accepted.problems.map(({ code }) => code)).toEqual(['cut_line', 'more']);
  });
});
