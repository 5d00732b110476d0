import { describe, expect, it } from '@jest/globals';
import { agentesPercepcionCombustibles } from '../../src/datasets/agentes_percepcion_combustibles/layout.js';
import { agentesPercepcionVentaInterna } from '../../src/datasets/agentes_percepcion_venta_interna/layout.js';
import { agentesRetencion } from '../../src/datasets/agentes_retencion/layout.js';
import { buenosContribuyentes } from '../../src/datasets/buenos_contribuyentes/layout.js';
import { ciiu } from '../../src/datasets/ciiu/layout.js';
import { consultaMultiple } from '../../src/datasets/consulta_multiple/layout.js';
import { ssco } from '../../src/datasets/ssco/layout.js';
import { KeptNotes } from '../../src/importing/kept-notes.js';
import { sscoUnder, workbookWith } from '../fixtures/binary.js';
import { storedZip } from '../fixtures/stored-zip.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe.each([agentesRetencion, agentesPercepcionCombustibles, agentesPercepcionVentaInterna, buenosContribuyentes])(
  "SUNAT's register $name",
  (register) => {
    const expected = [
      { ruc: '20991000012', name: 'INDUSTRIAS ÑANDÚ S.A.C.', since: '2021-06-01', resolution: 'R.S. 096-2021/SUNAT' },
      { ruc: '20991000021', name: 'SIN DIA E.I.R.L.', since: null, resolution: null },
    ];

    it.each([1, 7, 65536])('is read with lines that end in CR alone, in chunks of %i bytes', async (chunk) => {
      const { rows, rejects, lines } = await readFiles(register.layout, fixtureOf(register, chunk));
      expect(rows).toEqual(expected);
      expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
        [3, 'check_digit'],
        [4, 'no_such_day'],
      ]);
      expect(lines).toBe(4);
    });

    const names = ['AgenRet_TXT.txt', 'AgenPerc_TXT.txt', 'AgenPercVI_TXT.txt', 'BueCont_TXT.txt'];
    const isOwn = (name: string) => register.layout.files.main!.test(name);

    it('recognizes its own file in the archive', () => expect(names.filter(isOwn)).toHaveLength(1));

    it.each(names.filter((name) => !isOwn(name)).flatMap((name) => [name, `Copia de ${name}`]))(
      'refuses %s, which has the same columns',
      async (name) => {
        const main = { ...fixtureOf(register).main!, name };
        await expect(readFiles(register.layout, { main })).rejects.toThrow(`${name} has the name of another register`);
        expect((await readFiles(register.layout, { main: { ...main, name: 'agentes.txt' } })).rows).toEqual(expected);
      },
    );
  },
);

describe('a register with columns between bars', () => {
  const read = (text: string) => readFiles(agentesRetencion.layout, { main: fileOf(text) });

  it('is read without an unknown column, which is noted', async () => {
    const { rows, unreadColumns } = await read(
      'Ruc|Nota|Nombre/Razon|A partir del|Resolucion|\n20991000012|x|INDUSTRIAS|01/02/2020|R-1|\n',
    );
    expect(rows).toEqual([{ ruc: '20991000012', name: 'INDUSTRIAS', resolution: 'R-1', since: '2020-02-01' }]);
    expect(unreadColumns).toEqual(['Nota']);
  });

  it('says how many lines it has read while it is read, so that one with too many is read no further', async () => {
    const line = '20991000012|INDUSTRIAS|01/02/2020|R-1|\n';
    const main = fileOf(`Ruc|Nombre/Razon|A partir del|Resolucion|\n${line.repeat(2_500)}`, 'registro.txt', 1024);
    const counted: number[] = [];
    const notes = new KeptNotes((lines) => counted.push(lines));
    const countedAtRow: number[] = [];
    for await (const row of agentesRetencion.layout.read({ main }, notes)) if (row) countedAtRow.push(counted.length);
    expect([countedAtRow[998], countedAtRow[1_001]]).toEqual([0, 1]);
    expect(counted).toEqual([1_000, 2_000, 2_500]);
  });

  it('is refused with a missing or repeated title, with a cut last line, or empty', async () => {
    await expect(read('Ruc|Nombre/Razon|A partir del|\n')).rejects.toThrow('missing columns: Resolucion');
    await expect(read('Ruc|RUC|Nombre/Razon|A partir del|Resolucion|\n')).rejects.toThrow('columns that come twice: RUC');
    await expect(read('Ruc|Nombre/Razon|A partir del|Resolucion|\n20991000012|INDUST')).rejects.toThrow('the last line (2) is cut');
    await expect(read('')).rejects.toThrow('the file is empty');
  });

  it('rejects a line with an extra bar, and accepts its columns in any order', async () => {
    const { rows, rejects } = await read(
      'Nombre/Razon| RUC |Resolucion|A partir del|\nA|B|20991000012|R|-|\nMUESTRA|20991000012|R|01/06/2021|\n',
    );
    expect(rows).toEqual([{ ruc: '20991000012', name: 'MUESTRA', since: '2021-06-01', resolution: 'R' }]);
    expect(rejects).toEqual([{ line: 2, reason: 'columns', text: '6 cells instead of 5: A|B|20991000012|R|-|' }]);
  });
});

describe('a consulta múltiple', () => {
  it('gives the fields that the padrón lacks, without padding and without phone numbers', async () => {
    const { rows, rejects } = await readFiles(consultaMultiple.layout, fixtureOf(consultaMultiple));
    expect(rows).toEqual([
      {
        docType: 'RUC',
        document: '20991000012',
        facts: expect.objectContaining({
          nombre: 'INDUSTRIAS ÑANDÚ S.A.C.',
          nombre_comercial: null,
          fecha_inscripcion: '2010-03-15',
          actividad_comercio_exterior: 'IMPORTADOR/EXPORTADOR',
          actividades_economicas: ['VENTA AL POR MENOR', 'CULTIVO DE UVA'],
        }),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('999999999');
    expect(rejects).toEqual([expect.objectContaining({ line: 3, reason: 'ruc_form' })]);
  });
});

describe('the register of companies without operating capacity', () => {
  const shorterTitles = [
    'RUC',
    'Razón social',
    'Domicilio fiscal',
    'Resolución de atribución como SSCO',
    'Fecha de emisión de la resolución',
    'Fecha en que quedó firme',
    'RUC o documento del representante legal',
    'Apellidos y nombres del representante legal',
    'Fecha de publicación',
  ];

  it.each([
    ['', fixtureOf(ssco)],
    [' under its shorter titles', { main: fileOf(sscoUnder(shorterTitles)) }],
  ])('has one entry per company and resolution, with every representative%s, and foot-notes that are no lines', async (_, files) => {
    const { rows, rejects, unreadColumns } = await readFiles(ssco.layout, files);
    expect(unreadColumns).toEqual([]);
    expect(rows).toEqual([
      expect.objectContaining({
        document: '20991000012',
        startsOn: '2026-03-01',
        endsOn: null,
        details: {
          address: 'AV. LAS FLORES 123',
          resolvedOn: '2026-01-05',
          firmOn: '2026-02-10',
          representatives: [
            { document: '99990001', name: 'QUISPE MUESTRA' },
            { document: '99990002', name: 'FLORES MUESTRA' },
          ],
        },
      }),
    ]);
    expect(rejects).toEqual([expect.objectContaining({ line: 5, reason: 'check_digit' })]);
  });

  const line = (ruc: string, name: string, representative: string) => [
    ruc,
    name,
    '-',
    '001-2026',
    '-',
    '-',
    representative,
    '-',
    '01/03/2026',
  ];

  it('has the same entry whatever the order of its lines, and each representative once', async () => {
    const lines = ['99990002', '99990001', '99990002'].map((representative) => line('20991000039', 'MUESTRA S.A.C.', representative));
    for (const order of [lines, lines.toReversed()]) {
      const { rows } = await readFiles(ssco.layout, { main: fileOf(storedZip(workbookWith([shorterTitles, ...order]))) });
      const representatives = ['99990001', '99990002'].map((document) => ({ document, name: null }));
      expect(rows).toEqual([expect.objectContaining({ details: expect.objectContaining({ representatives }) })]);
    }
  });

  it('keeps a line without a name under its RUC, with the name that another line of the company gives', async () => {
    const lines = [line('20991000021', '-', '-'), line('20991000039', '', '99990001'), line('20991000039', 'MUESTRA S.A.C.', '99990002')];
    const { rows, rejects } = await readFiles(ssco.layout, { main: fileOf(storedZip(workbookWith([shorterTitles, ...lines]))) });
    expect(rows).toMatchObject([
      { document: '20991000021', name: '-', startsOn: '2026-03-01', details: { unread: true } },
      { document: '20991000039', name: 'MUESTRA S.A.C.', details: { unread: true, representatives: [{}, {}] } },
    ]);
    expect(rejects.map(({ line: at, reason }) => [at, reason])).toEqual([
      [2, 'no_name'],
      [3, 'no_name'],
    ]);
  });

  it('is refused when it is not a workbook', async () => {
    await expect(readFiles(ssco.layout, { main: fileOf('<html></html>') })).rejects.toThrow('not a workbook');
    await expect(readFiles(ssco.layout, { main: fileOf('PK\u0003\u0004 and half of it') })).rejects.toThrow('not readable as a workbook');
  });
});

describe('the table of activities', () => {
  it('has sections, divisions and classes, each once', async () => {
    const { rows, rejects } = await readFiles(ciiu.layout, fixtureOf(ciiu));
    expect(rows).toEqual([
      { code: 'A', name: 'Agricultura, ganadería, silvicultura y pesca' },
      { code: '01', name: 'Agricultura y ganadería' },
      { code: '0111', name: 'Cultivo de cereales' },
      { code: '4711', name: 'Venta al por menor en comercios no especializados' },
    ]);
    expect(rejects).toEqual([{ line: 6, reason: 'repeated', text: '4711|Otra vez' }]);
  });

  it('is refused in Latin-1 and accepted in UTF-8', async () => {
    const text = '0111,Producción de cereales\n';
    await expect(readFiles(ciiu.layout, { main: fileOf(Buffer.from(text, 'latin1'), 'ciiu.csv') })).rejects.toMatchObject({
      code: 'encoding',
    });
    expect((await readFiles(ciiu.layout, { main: fileOf(text, 'ciiu.csv') })).rows).toEqual([
      { code: '0111', name: 'Producción de cereales' },
    ]);
  });

  it('is refused as a workbook from before 2007, and without a row that has a code', async () => {
    const old = fileOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    await expect(readFiles(ciiu.layout, { main: old })).rejects.toThrow('save it as .xlsx or .csv');
    await expect(readFiles(ciiu.layout, { main: fileOf('nothing,here\n') })).rejects.toThrow('no row has a code');
  });
});
