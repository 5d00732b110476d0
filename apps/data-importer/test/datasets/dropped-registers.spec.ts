import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { boletinConcursal } from '../../src/datasets/boletin_concursal/layout.js';
import { deudaFinanciera } from '../../src/datasets/deuda_financiera/layout.js';
import { deudaLaboral } from '../../src/datasets/deuda_laboral/layout.js';
import { edictosJudiciales } from '../../src/datasets/edictos_judiciales/layout.js';
import { morososJudiciales } from '../../src/datasets/morosos_judiciales/layout.js';
import { resolucionesLaborales } from '../../src/datasets/resoluciones_laborales/layout.js';
import type { Fact } from '../../src/datasets/rows.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

const isUnread = (row: unknown) => (row as Fact).unread === true;
const laborDebtOf = (amount: string) => ({ main: fileOf(`ruc,periodo,entidad,monto\n20991000012,2026-09,,"${amount}"\n`) });

describe('a register that an operator brings', () => {
  it.each([
    [
      'boletin_concursal',
      boletinConcursal,
      [
        'RUC',
        '20991000012',
        {
          nombre: 'INDUSTRIAS DE MUESTRA S.A.C.',
          expediente: '001-2026/CCO',
          procedimiento: 'Ordinario',
          fecha: '2026-03-15',
          estado: 'En trámite',
        },
      ],
      ['document', 'no_fecha'],
    ],
    [
      'deuda_laboral',
      deudaLaboral,
      ['RUC', '20991000012', { periodo: '2026-09', entidad: 'AFP de muestra', monto: '1234.50' }],
      ['month', 'amount'],
    ],
    [
      'resoluciones_laborales',
      resolucionesLaborales,
      [
        'RUC',
        '20991000012',
        { resolucion: '257-2026-SUNAFIL/ILM', fecha: '2026-05-04', monto: '5000', materia: 'Planilla', estado: 'Firme' },
      ],
      ['ruc_form'],
    ],
    [
      'edictos_judiciales',
      edictosJudiciales,
      [
        null,
        null,
        {
          nombre: 'PERSONA DE MUESTRA',
          fecha: '2026-06-01',
          organo: '1.° Juzgado',
          expediente: '00125-2026',
          url: 'https://edictos.example/1',
        },
      ],
      ['no_nombre'],
    ],
  ] as const)('keeps valid lines and rejects the others with a reason: %s', async (_, register, [docType, document, facts], reasons) => {
    const { rows, rejects } = await readFiles(register.layout, fixtureOf(register));
    expect(rows.filter((row) => !isUnread(row))).toEqual([{ docType, document, facts }]);
    expect(rejects.map(({ reason }) => reason)).toEqual(reasons);
  });

  it.each([
    ['1250', '1250'],
    ['0.50', '0.50'],
    ['1250.5000', '1250.5000'],
    ['1,250.50', '1250.50'],
    ['1,250,000', '1250000'],
  ])('reads the amount %s as %s', async (cell, monto) => {
    const { rows } = await readFiles(deudaLaboral.layout, laborDebtOf(cell));
    expect(rows).toEqual([expect.objectContaining({ facts: expect.objectContaining({ monto }) })]);
  });

  it.each(['1250,50', '1.250,50', '1.250', '1,25', '0,500', '12,34,567', '1,250,50', '-5', 'S/ 5', '5 000', '.5', '5.'])(
    'rejects a line with the invalid or ambiguous amount %s',
    async (cell) => {
      const { rows, rejects } = await readFiles(deudaLaboral.layout, laborDebtOf(cell));
      expect(rows.filter((row) => !isUnread(row))).toEqual([]);
      expect(rejects).toEqual([expect.objectContaining({ line: 2, reason: 'amount' })]);
    },
  );

  it('gives an unread fact for a rejected line whose document can be read', async () => {
    const unread = (document: string, facts: object) => ({
      docType: 'RUC',
      document,
      facts: { periodo: null, entidad: null, monto: null, ...facts },
      unread: true,
    });
    const guessed = { guessed: 'document' };
    const lines = ['20991000012,2026-09,AFP,1.250', '20991000013,2026-09,AFP,1.250', '20991000021,,AFP,1', '20991000039,2026-09,A,F,P,1'];
    const main = fileOf(`ruc,periodo,entidad,monto\n${lines.join('\n')}\n20991000047,2026-09,AFP,1\n`);
    const { rows, rejects } = await readFiles(deudaLaboral.layout, { main });
    expect(rows).toEqual([
      unread('20991000012', { entidad: 'AFP' }),
      unread('20991000021', { entidad: 'AFP' }),
      unread('20991000039', guessed),
      expect.objectContaining({ document: '20991000047' }),
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['amount', 'check_digit', 'no_periodo', 'columns']);
    // The comma too many stands before the document.
    const shifted = fileOf('entidad,periodo,monto,ruc\nA,FP,2026-09,1,20991000012\nAFP,2026-09,1,20991000047\n');
    expect((await readFiles(deudaLaboral.layout, { main: shifted })).rows).toEqual([
      unread('20991000012', guessed),
      expect.objectContaining({ document: '20991000047' }),
    ]);
  });

  it('gives an unread fact for a line that says the same as an earlier one, because it may be another debt', async () => {
    const lines = ['20991000012,2026-09,AFP,"1,250.50"', '20991000012,2026-09,AFP,1250.50', '20991000012,2026-10,AFP,1250.50'];
    const { rows, rejects } = await readFiles(deudaLaboral.layout, { main: fileOf(`ruc,periodo,entidad,monto\n${lines.join('\n')}\n`) });
    const fact = (facts: object) => ({ docType: 'RUC', document: '20991000012', facts: { entidad: 'AFP', ...facts } });
    expect(rows).toEqual([
      fact({ periodo: '2026-09', monto: '1250.50' }),
      { ...fact({ periodo: null, monto: null }), unread: true },
      fact({ periodo: '2026-10', monto: '1250.50' }),
    ]);
    expect(rejects).toEqual([{ line: 3, reason: 'repeated', text: lines[1] }]);
    const edict = ',PERSONA DE MUESTRA,2026-06-01';
    const edicts = await readFiles(edictosJudiciales.layout, { main: fileOf(`doc,nombre,fecha\n${edict}\n${edict}\n`) });
    expect([edicts.rows.length, edicts.rejects.length]).toEqual([1, 1]);
  });

  it('gives an unread fact for an invalid cell that may be empty, and without a register for a line that lost its cells', async () => {
    const of = (lines: string[]) => fileOf(`doc,nombre,monto,moneda,desde,hasta,registro\n${lines.join('\n')}\n`, 'morosos.csv');
    const good = '99990003,X,1,PEN,2026-01-01,,REDAM';
    const { rows } = await readFiles(morososJudiciales.layout, {
      main: of(['20991000012,X,1,PEN,2026-01-01,2026-02-30,REDJUM', '99990001,X,Y,1,PEN,2026-01-01,,REDJUM', good]),
    });
    const lacking = { monto: null, moneda: null, desde: null };
    expect(rows).toEqual([
      expect.objectContaining({ document: '20991000012', facts: expect.objectContaining({ ...lacking, registro: 'REDJUM' }) }),
      expect.objectContaining({ document: '99990001', facts: expect.objectContaining({ ...lacking, registro: '' }) }),
      expect.objectContaining({ document: '99990003', facts: expect.objectContaining({ monto: '1', registro: 'REDAM' }) }),
    ]);
  });

  const debtorsOf = (...documents: string[]) => {
    const lines = documents.map((document) => `${document},SMITH JOHN,30000.00,PEN,2026-01-01,REDAM`);
    return readFiles(morososJudiciales.layout, {
      main: fileOf(`doc_type,doc,nombre,monto,moneda,desde,registro\n${lines.join('\n')}\n`, 'morosos.csv'),
    });
  };

  it.each([
    ['DNI', '99990001', 'DNI'],
    ['D.N.I.', '99990001', 'DNI'],
    ['Doc. nacional de identidad', '99990001', 'DNI'],
    ['LE', '99990001', 'DNI'],
    ['RUC', '20991000012', 'RUC'],
    ['Carné de extranjería', '001234567', 'CE'],
    ['C.E.', 'SIM000001', 'CE'],
    ['LIBRETA ELECTORAL', '99990001', 'DNI'],
    ['Documento Nacional Identidad', '99990001', 'DNI'],
    ['CE', '99990000001', 'CE'],
    ['', '99990001', 'DNI'],
    ['-', '20991000012', 'RUC'],
  ])('takes a document of the kind %j with the number %s for a %s', async (listed, document, docType) => {
    const { rows, rejects } = await debtorsOf(`${listed},${document}`);
    expect(rows).toEqual([expect.objectContaining({ docType, document, facts: expect.objectContaining({ monto: '30000.00' }) })]);
    expect(rejects).toEqual([]);
  });

  it.each(['1234567', '123456'])('puts the leading zeros of a DNI back that a program has dropped: %s', async (number) => {
    const debts = ['2026-01-01', '2026-02-30'].map((desde) => `DNI,${number},PERSONA DE MUESTRA,30000.00,PEN,${desde},REDAM`);
    const main = fileOf(`doc_type,doc,nombre,monto,moneda,desde,registro\n${debts.join('\n')}\n`, 'morosos.csv');
    const { rows, rejects } = await readFiles(morososJudiciales.layout, { main });
    const document = number.padStart(8, '0');
    expect(rows).toEqual([
      expect.objectContaining({ docType: 'DNI', document, facts: expect.objectContaining({ monto: '30000.00' }) }),
      expect.objectContaining({ docType: 'DNI', document, unread: true }),
    ]);
    expect(rejects).toEqual([expect.objectContaining({ line: 3, reason: 'day' })]);
  });

  it('takes one line with and without these zeros for a repetition', async () => {
    const { rows, rejects } = await debtorsOf('DNI,01234567', 'DNI,1234567');
    expect(rows.map((row) => [(row as Fact).document, isUnread(row)])).toEqual([
      ['01234567', false],
      ['01234567', true],
    ]);
    expect(rejects).toEqual([expect.objectContaining({ reason: 'repeated' })]);
  });

  it.each(['PASAPORTE', 'Pasaporte', 'PTP', 'Cédula de identidad', 'DNI extranjero', 'CED. DIPLOMATICA DE IDENTIDAD', 'Otro'])(
    'keeps a line with a document of the kind %j without its number, which may look like a DNI',
    async (listed) => {
      const { rows, rejects } = await debtorsOf(`${listed},99990001`, `${listed},99990002`);
      const line = expect.objectContaining({ docType: null, document: null, facts: expect.objectContaining({ monto: '30000.00' }) });
      expect(rows).toEqual([line, line]);
      expect(rejects).toEqual([]);
    },
  );

  it.each([
    ['DNI', '20991000012', 'RUC'],
    ['RUC', '99990001', 'DNI'],
    ['CE', '99990001', 'DNI'],
    ['DNI', 'SIM000001', 'CE'],
    ['01', '99990001', 'DNI'],
    ['Natural', '99990001', 'DNI'],
  ])('rejects the kind %j with the number %s, and keeps the number as a %s without values', async (listed, document, docType) => {
    const { rows, rejects } = await debtorsOf(`${listed},${document}`);
    expect(rows).toEqual([expect.objectContaining({ docType, document, facts: expect.objectContaining({ monto: null }), unread: true })]);
    expect(rejects).toEqual([expect.objectContaining({ line: 2, reason: 'doc_type' })]);
  });

  it('writes the letters of a document in capitals', async () => {
    const main = fileOf('doc,nombre,fecha\nsim000001,EXTRANJERO DE MUESTRA,2026-06-01\nsim000002,EXTRANJERO DE MUESTRA,2026-02-30\n');
    const { rows } = await readFiles(edictosJudiciales.layout, { main });
    expect(rows).toEqual([
      expect.objectContaining({ docType: 'CE', document: 'SIM000001' }),
      expect.objectContaining({ docType: 'CE', document: 'SIM000002', unread: true }),
    ]);
  });

  it('takes the document of a line that lost its cells from one place, and marks it as a guess', async () => {
    const documented = fileOf(
      [
        'doc,nombre,expediente,procedimiento,fecha,estado',
        '99990001,EMPRESA SAC,00012345,PCO,2026-10-01,vigente, en trámite, apelado',
        'S/N,EMPRESA, INDUSTRIAS,001,PCO,2026-10-01,',
        '99990003,X,001,PCO,2026-10-01,vigente\n',
      ].join('\n'),
    );
    const { rows, rejects } = await readFiles(boletinConcursal.layout, { main: documented });
    expect(rows).toEqual([
      expect.objectContaining({ document: '99990001', facts: expect.objectContaining({ fecha: null, guessed: 'document' }), unread: true }),
      { docType: 'DNI', document: '99990003', facts: expect.not.objectContaining({ guessed: 'document' }) },
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['columns', 'columns']);
  });

  it('may be two files that name their register, and is refused when neither name nor column does', async () => {
    const { rows, rejects, lines } = await readFiles(morososJudiciales.layout, fixtureOf(morososJudiciales));
    expect(rows).toEqual([
      expect.objectContaining({
        docType: 'DNI',
        document: '99990003',
        facts: expect.objectContaining({ registro: 'REDAM', monto: '1500.00', hasta: '2026-01-02' }),
      }),
      expect.objectContaining({ document: '99990001', facts: expect.objectContaining({ registro: 'REDAM', monto: null }), unread: true }),
      expect.objectContaining({
        docType: 'RUC',
        facts: expect.objectContaining({ registro: 'REDJUM', moneda: 'PEN', desde: '2025-01-02', hasta: null }),
      }),
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['currency']);
    expect(lines).toBe(3);
    const main = fileOf('doc,monto,moneda,desde,hasta,nombre,expediente,juzgado\n20991000012,1,PEN,2026-01-01,,,,\n', 'morosos.csv');
    await expect(readFiles(morososJudiciales.layout, { main })).rejects.toThrow('neither its name nor a column registro says');
  });

  it('is read without an unknown column and an optional one, which are noted', async () => {
    const main = fileOf('ruc,comentario,periodo,monto\n20991000012,nada,2026-10,1.00\n');
    const { rows, unreadColumns, lackingColumns } = await readFiles(deudaLaboral.layout, { main });
    expect(rows).toEqual([expect.objectContaining({ document: '20991000012', facts: expect.objectContaining({ monto: '1.00' }) })]);
    expect([unreadColumns, lackingColumns]).toEqual([['comentario'], ['entidad']]);
  });
});

describe('the consolidated report of credits', () => {
  it('gives each debtor with the balances that follow it, and needs a licence', async () => {
    const { rows, rejects, published, parts } = await readFiles(deudaFinanciera.layout, fixtureOf(deudaFinanciera));
    const overdue = { codigo_sbs: '0000000001', entidad: '00123', tipo_credito: '12', calificacion: '4' };
    expect(rows).toEqual([
      {
        docType: 'RUC',
        document: '20991000012',
        facts: {
          periodo: '2026-09',
          nombre: 'INDUSTRIAS ÑANDU S.A.C.',
          tipo_persona: '2',
          numero_entidades: '2',
          distribucion: { NOR: '80.00', CPP: '20.00', DEF: '0.00', DUD: '0.00', PER: '0.00' },
          balances: [
            { ...overdue, cuenta: '14150600000000', dias_vencidos: 149, saldo: '1100.90' },
            { ...overdue, cuenta: '81130000000000', dias_vencidos: 0, saldo: '543.60' },
          ],
        },
      },
      // A balance of somebody else and a line of an unknown kind come after this debtor's line.
      { docType: 'DNI', document: '99990001', facts: expect.objectContaining({ nombre: 'QUISPE ANA', balances: null }) },
    ]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'orphan'],
      [6, 'record_type'],
      [7, 'debtor'],
    ]);
    expect(new Set(published)).toEqual(new Set(['2026-09-30']));
    expect(parts).toEqual(['2026-09-01']);
    expect(deudaFinanciera.needsLicence).toBe(true);
  });

  it('covers one month: a debtor of another month is rejected with its balances', async () => {
    const file = new URL('../fixtures/deuda_financiera/rcc202609.ope', import.meta.url);
    const [debtor, balance] = readFileSync(file, 'latin1').split('\n');
    const lines = [debtor, debtor!.replace('|20260930|', '|20260831|'), balance];
    const { rows, rejects, parts } = await readFiles(deudaFinanciera.layout, { main: fileOf(`${lines.join('\n')}\n`) });
    expect(rows).toEqual([expect.objectContaining({ document: '20991000012', facts: expect.objectContaining({ balances: [] }) })]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'other_month'],
      [3, 'orphan'],
    ]);
    expect(parts).toEqual(['2026-09-01']);
  });

  it('says of a debtor with a rejected line that its balances are unknown', async () => {
    const file = new URL('../fixtures/deuda_financiera/rcc202609.ope', import.meta.url);
    const [debtor, balance, other] = readFileSync(file, 'latin1').split('\n') as [string, string, string];
    const split = debtor.replace('INDUSTRIAS', 'INDUS|TRIAS').replace('20991000012', '20991000021');
    const undated = debtor.replace('20260930', '20260931').replace('20991000012', '20991000039');
    const lines = [debtor, balance, other.slice(0, -1), balance, split, balance, undated, other];
    const { rows, rejects } = await readFiles(deudaFinanciera.layout, { main: fileOf(`${lines.join('\n')}\n`) });
    const unread = (document: string) => ({ docType: 'RUC', document, facts: { periodo: '2026-09', balances: null }, unread: true });
    expect(rows).toEqual([
      expect.objectContaining({ document: '20991000012', facts: expect.objectContaining({ periodo: '2026-09', balances: null }) }),
      unread('20991000021'),
      unread('20991000039'),
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['balance', 'debtor', 'orphan', 'debtor', 'orphan']);
  });

  it('takes a number for a DNI only if its type says so, and leaves a foreigner out with the balances', async () => {
    const file = new URL('../fixtures/deuda_financiera/rcc202609.ope', import.meta.url);
    const [company, balance, , person] = readFileSync(file, 'latin1').split('\n') as [string, string, string, string];
    const passport = person.replace('|1|99990001|', '|5|99990001|');
    const owed = balance.replace('0000000001', '0000000002');
    const others = Array.from({ length: 198 }, () => [company, balance]).flat();
    const lines = [...others, passport, owed, person.replace('|1|99990001|', '|2|000123456|'), owed];
    const { rows, rejects } = await readFiles(deudaFinanciera.layout, { main: fileOf(`${lines.join('\n')}\n`) });
    expect(rows).toHaveLength(198);
    expect(rows).not.toContainEqual(expect.objectContaining({ document: '99990001' }));
    expect(rejects).toEqual([]);
    const unclear = [company, person.replace('|1|99990001|', '|DNI|99990001|'), person];
    const read = await readFiles(deudaFinanciera.layout, { main: fileOf(`${unclear.join('\n')}\n`) });
    expect(read.rows).toMatchObject([{ document: '20991000012' }, { docType: 'DNI', document: '99990001' }]);
    expect(read.rejects).toMatchObject([{ line: 2, reason: 'debtor' }]);
  });

  it('is refused when its last line is cut, or its first line does not say which month it is about', async () => {
    const first = (day: string) => `10000000001|${day}${'|'.repeat(17)}`;
    await expect(readFiles(deudaFinanciera.layout, { main: fileOf(`${first('20260930')}\n10000000001|2026`) })).rejects.toThrow(
      'the last line (2) is cut',
    );
    await expect(readFiles(deudaFinanciera.layout, { main: fileOf(`${first('20260931')}\n`) })).rejects.toThrow(
      'the first line is no debtor',
    );
  });
});
