import { describe, expect, it } from '@jest/globals';
import { text as textOf } from 'node:stream/consumers';
import type { ListedEntity } from '../../src/datasets/listed-entity.js';
import { uk } from '../../src/datasets/uk/layout.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe('the list of the United Kingdom', () => {
  it('merges the rows of an entity, one per combination of name, birth and address', async () => {
    const { rows, rejects, published } = await readFiles(uk.layout, fixtureOf(uk));
    expect(published).toEqual(['2026-02-13']);
    expect(rows).toEqual([
      {
        id: 'AFG9001',
        kind: 'person',
        names: [
          { text: 'MUESTRA, PERSONA DE', alias: false, weak: false, order: 'family-first' },
          { text: 'EJEMPLO', alias: true, weak: true, order: 'unknown' },
          { text: 'عينة', alias: true, weak: false, order: 'unknown' },
        ],
        documents: [
          { type: 'DNI', number: '99990001', country: 'PE' },
          { type: 'passport', number: '9999003', country: 'PE' },
        ],
        births: [{ day: '1945-02-03' }, { from: 1958, to: 1958 }],
        countries: ['PE'],
        programmes: ['The Sample (Sanctions) Regulations 2020'],
        link: 'https://search-uk-sanctions-list.service.gov.uk/',
        remarks: 'Asset freeze; Invented, with a comma, a "quote"\nand a line break',
        until: null,
      },
      expect.objectContaining({
        id: 'RUS9002',
        kind: 'vessel',
        documents: [{ type: 'IMO', number: '9999999', country: null }],
        countries: ['PA'],
      }),
      expect.objectContaining({ id: 'RUS9003', names: [{ text: 'EMPRESA DE MUESTRA', alias: false, weak: false, order: 'unknown' }] }),
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['unknown_kind']);
  });

  it.each<[types: string[], own: string[], rejects: string[]]>([
    [['Primary Name Variation', 'Alias'], ['N0'], []],
    [['Alias', ''], ['N1'], []],
    [['Alias', 'Primary Name'], ['N1'], []],
    [['Alias/Low', 'Primary Name Variation'], ['N1'], []],
    [['Alias/Low'], ['N0'], []],
    [[], [], ['no_name']],
  ])('keeps an entry with the name types %j under one of its names', async (types, own, reasons) => {
    const [report, titles] = (await textOf(fixtureOf(uk).main!.open())).split('\r\n') as [string, string];
    const row = (cells: Record<string, string>) =>
      titles
        .split(',')
        .map((title) => cells[title] ?? '')
        .join(',');
    const names = types.map((type, i) => ({
      'Name 6': `N${i}`,
      'Name type': type.split('/')[0]!,
      'Alias strength': type.split('/')[1] ?? '',
    }));
    const lines = (names.length > 0 ? names : [{}]).map((cells) => row({ 'Unique ID': 'RUS9', 'Designation Type': 'Entity', ...cells }));
    const { rows, rejects } = await readFiles(uk.layout, { main: fileOf(`${[report, titles, ...lines].join('\r\n')}\r\n`) });
    const found = (rows as ListedEntity[]).flatMap((entity) => entity.names);
    expect(found.filter(({ alias }) => !alias).map(({ text }) => text)).toEqual(own);
    expect(found).toHaveLength(types.length);
    expect(rejects.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('has numbers without the apostrophe that keeps their leading zeros', async () => {
    const text = await textOf(fixtureOf(uk).main!.open());
    const { rows } = await readFiles(uk.layout, {
      main: fileOf(text.replaceAll('9999003', "'09999003").replaceAll('99990001', "'09990001'")),
    });
    expect((rows as ListedEntity[])[0]!.documents).toEqual([
      { type: 'DNI', number: '09990001', country: 'PE' },
      { type: 'passport', number: '09999003', country: 'PE' },
    ]);
  });

  it('is refused without the day of its report', async () => {
    const main = fileOf('Last Updated,Unique ID\r\n');
    await expect(readFiles(uk.layout, { main })).rejects.toThrow('the first line does not say the day of the report');
  });
});
