import { describe, expect, it } from '@jest/globals';
import { exportaciones } from '../../src/datasets/exportaciones/layout.js';
import { importaciones } from '../../src/datasets/importaciones/layout.js';
import { oeceMultas } from '../../src/datasets/oece_multas/layout.js';
import { oeceSancionados } from '../../src/datasets/oece_sancionados/layout.js';

describe('the page of customs', () => {
  const folder = 'http://www.aduanet.gob.pe/aduanas/informae';
  const page = `<A HREF="..\\informae\\..\\informae\\ma31060926.zip">31 al 06</A> <a href='/aduanas/informae\\aduanas\\informae\\MA29050726.ZIP'>29 al 05</a>
    <a href="mb31060926.zip">formato B</a> <a href="ma28031226.zip">28 al 03</a> <a href="x31060926.zip">exportación</a>
    <a href="idma31060926.zip">otra</a> <a href="ma31060926.zip">otra vez</a> <a href="ma3106.zip">anual</a>`;

  it('lists the files of the weeks, oldest first, from its broken links', () => {
    expect(importaciones.filesOn!(page, importaciones.address!)).toEqual([
      `${folder}/ma29050726.zip`,
      `${folder}/ma31060926.zip`,
      `${folder}/ma28031226.zip`,
    ]);
    expect(exportaciones.filesOn!(page, exportaciones.address!)).toEqual([`${folder}/x31060926.zip`]);
  });

  it('is refused when it names many more files than weeks stay in force', () => {
    const naming = (names: string[]) =>
      importaciones.filesOn!(names.map((name) => `<a href="${name}.zip">`).join(), importaciones.address!);
    const files = (count: number) => Array.from({ length: count }, (_, i) => `ma${String(i).padStart(4, '0')}0126`);
    expect(naming([...files(180), ...files(180)])).toHaveLength(180);
    expect(() => naming(files(181))).toThrow('names 181 files of weeks, and 180 are expected at most: it has changed');
  });

  it('may list no week', () => {
    expect(importaciones.filesOn!('<html>En mantenimiento</html>', importaciones.address!)).toEqual([]);
  });
});

describe('the attachments of a wiki page', () => {
  const download = (name: string) => `/download/attachments/106889269/${name}?version=7&api=v2`;
  const page = JSON.stringify({
    results: [
      { title: 'penalidades.csv', _links: { download: download('penalidades.csv') } },
      { title: 'sancionados_multa.csv', _links: { download: download('sancionados_multa.csv') } },
      { title: 'sancionados.csv', _links: { download: download('sancionados.csv') } },
    ],
    _links: { base: 'https://elsewhere.example' },
  });
  const wiki = 'https://osce-gob-pe.atlassian.net/wiki';

  it('are chosen by their title, and stay on the host of the page', () => {
    expect(oeceSancionados.filesOn!(page, oeceSancionados.address!)).toEqual([`${wiki}${download('sancionados.csv')}`]);
    expect(oeceMultas.filesOn!(page, oeceMultas.address!)).toEqual([`${wiki}${download('sancionados_multa.csv')}`]);
  });

  it.each([
    ['no title matches', { results: [{ title: 'otro.csv', _links: { download: '/x' } }] }],
    ['the link leads to another host', { results: [{ title: 'sancionados.csv', _links: { download: 'https://elsewhere.example/x' } }] }],
    ['there is no link', { results: [{ title: 'sancionados.csv' }] }],
  ])('are ignored when %s', (_, given) => {
    expect(oeceSancionados.filesOn!(JSON.stringify(given), oeceSancionados.address!)).toEqual([]);
  });

  it.each(['<html>Log in</html>', '{"message":"not found"}', 'null'])('are refused when the page is not a list of them: %s', (given) => {
    expect(() => oeceSancionados.filesOn!(given, oeceSancionados.address!)).toThrow('the page of the wiki is no list of attachments');
  });
});
