import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { panel } from '@vigia/contracts';
import { batchesOf, leftToCorrect, longestList, readList, textOf } from '../src/loading/typed-list.ts';

describe('a list of documents that a person types or pastes', () => {
  it('is read from its first column, without heading, spaces, quotes and the kind before a number', () => {
    const text = '\ufeffdocumento;nombre\r\n20990000019;UNO\r\n"2099 0000-027";DOS\n\nRUC 20990000035\t';
    expect(readList('RUC', text)).toEqual({ taxIds: ['20990000019', '20990000027', '20990000035'], faulty: [] });
  });

  it('has a reason for each line that cannot be sent', () => {
    const { taxIds, faulty } = readList('RUC', '20990000019\n20990000010\n40000001\nhola\n20990000019\nSIM000001');
    expect(taxIds).toEqual(['20990000019']);
    expect(faulty.map(({ line, fault }) => [line, fault])).toEqual([
      [2, { why: 'check_digit' }],
      [3, { why: 'other_kind', kinds: ['DNI'] }],
      [4, { why: 'malformed' }],
      [5, { why: 'repeated' }],
      [6, { why: 'other_kind', kinds: ['CE'] }],
    ]);
  });

  it('has a fault where a line says another kind of document than the chosen one', () => {
    const { taxIds, faulty } = readList('CE', 'RUC 20990000302\nCE SIM000001\ndni: 40000001\nSIM000002\n20990000302');
    expect(taxIds).toEqual(['SIM000001', 'SIM000002']);
    expect(faulty).toEqual([
      { line: 1, text: 'RUC 20990000302', fault: { why: 'says_other_kind', kind: 'RUC' } },
      { line: 3, text: 'dni: 40000001', fault: { why: 'says_other_kind', kind: 'DNI' } },
      { line: 5, text: '20990000302', fault: { why: 'other_kind', kinds: ['RUC'] } },
    ]);
    expect(readList('RUC', 'RUC 20990000010').faulty).toEqual([{ line: 1, text: 'RUC 20990000010', fault: { why: 'check_digit' } }]);
  });

  it('takes a bare RUC with its check digit for no CE, unless the line says that it is one', () => {
    expect(readList('CE', '20990000302').faulty).toMatchObject([{ fault: { why: 'other_kind', kinds: ['RUC'] } }]);
    expect(readList('CE', 'CE 20990000302\n20990000301')).toEqual({ taxIds: ['20990000302', '20990000301'], faulty: [] });
  });

  it.each([
    ['DNI', '1234567.0', 'decimals'],
    ['DNI', '123456.78', 'decimals'],
    ['DNI', '1234.5678', 'decimals'],
    ['DNI', '12345.678', 'decimals'],
    ['CE', '1234567.00', 'decimals'],
    ['CE', '1234567.8901', 'decimals'],
    ['RUC', '20990000019.0', 'decimals'],
    ['DNI', '2024-05-12', 'day'],
    ['DNI', '12-05-2024', 'day'],
    ['DNI', '31.12.1999', 'day'],
    ['DNI', '12/05/2024', 'day'],
    ['DNI', 'DNI 1999-1-31', 'day'],
    ['CE', 'SIM.000001', 'malformed'],
    ['CE', 'C.E. 001234567', 'malformed'],
  ] as const)('takes no other value for a document: %s %s', (docType, text, why) => {
    expect(readList(docType, text)).toEqual({ taxIds: [], faulty: [{ line: 1, text, fault: { why } }] });
  });

  it.each([
    ['DNI', '12.345.678', '12345678'],
    ['DNI', 'DNI. 12345678.', '12345678'],
    ['DNI', '2024-9912', '20249912'],
    ['DNI', '1234-56-78', '12345678'],
    ['CE', '001.234.567', '001234567'],
    ['RUC', '2099.0000.019', '20990000019'],
    ['RUC', '20.990.000-019', '20990000019'],
  ] as const)('takes the separators out of a number: %s %s', (docType, text, taxId) => {
    expect(readList(docType, text)).toEqual({ taxIds: [taxId], faulty: [] });
  });

  it('may have several RUCs on a line, and loses none of them', () => {
    const [a, b, c] = ['20992000075', '20992000083', '20992000091'] as const;
    expect(readList('RUC', `${a}, ${b}, ${c}`)).toEqual({ taxIds: [a, b, c], faulty: [] });
    expect(readList('RUC', `RUC ${a}; RUC ${b};\n${b}, ${c}\n${a}, ${c}`)).toEqual({
      taxIds: [a, b, c],
      faulty: [{ line: 3, text: a, fault: { why: 'repeated' } }],
    });
  });

  it.each([
    ['RUC', '20992000075, 20992000083, 20992000092'],
    ['RUC', '20992000075;UNO;20992000083'],
    ['RUC', '20992000075, DNI 40000001'],
    ['DNI', '40000001, 40000002'],
    ['CE', 'SIM000001,SIM000002'],
    ['CE', '001234567;987654321'],
  ] as const)('refuses a line whose other documents would be lost: %s %s', (docType, line) => {
    const text = line.split(/[,;] ?/).join(', ');
    expect(readList(docType, line)).toEqual({ taxIds: [], faulty: [{ line: 1, text, fault: { why: 'several' } }] });
    expect(leftToCorrect(docType, `${line}\n`)).toBe(line);
  });

  it.each([
    ['RUC', '20992000075;40000001;2026-11-14'],
    ['DNI', '40000001\tQUISPE, JUAN\t2026-11-14\t1234.5678'],
    ['CE', 'SIM000001;JUANPEREZQ;Calle 12 Lima'],
  ] as const)('reads the first column of %s %j', (docType, line) => {
    const { taxIds, faulty } = readList(docType, line);
    expect(taxIds).toEqual([line.split(/[;\t]/)[0]]);
    expect(faulty).toEqual([]);
  });

  it('reads only the first of several columns that have names, and nothing else below another heading', () => {
    const [ruc, other] = ['20992000075', '20992000083'];
    expect(readList('RUC', `ruc;ruc 2\n${ruc};${other}`)).toEqual({ taxIds: [ruc], faulty: [] });
    expect(readList('RUC', `ruc;ruc 2;correo\n${ruc};${other}\n`).taxIds).toEqual([ruc]);
    expect(readList('RUC', `ruc;ruc 2\n${ruc};${other};\n`).taxIds).toEqual([ruc]);
    expect(readList('CE', 'ce;apellidos y nombres;celular\n001234567;PEREZ, JUAN;987654321').taxIds).toEqual(['001234567']);
    expect(readList('CE', 'ce,celular\n001234567,987654321\n')).toEqual({ taxIds: ['001234567'], faulty: [] });
    expect(readList('RUC', `Estimados, adjunto\n${ruc}, ${other}, 20992000091`).taxIds).toHaveLength(3);
    expect(readList('RUC', `RUC\n${ruc}, ${other}`).taxIds).toEqual([ruc, other]);
    expect(readList('RUC', `RUC, ${ruc}`).faulty).toEqual([{ line: 1, text: 'RUC', fault: { why: 'malformed' } }]);
  });

  it('leaves the whole lines that have to be corrected once the others are sent, without repetitions', () => {
    const text = '\ufeffdocumento;nombre\r\n20990000019;UNO\r\n20990000010;DOS\r\n40000001;TRES\r\n20990000019;UNO\r\n';
    expect(leftToCorrect('RUC', text)).toBe('documento;nombre\n20990000010;DOS\n40000001;TRES');
    expect(leftToCorrect('RUC', 'documento\n20990000019\n20990000010')).toBe('20990000010');
    expect(leftToCorrect('RUC', 'documento;nombre\n20990000019;UNO')).toBe('');
    expect(leftToCorrect('RUC', 'documento;nombre\n20990000019;UNO\nsin número;DOS')).toBe('documento;nombre\nsin número;DOS');
    expect(leftToCorrect('RUC', '20990000019\n20990000019\n')).toBe('');
    const withoutDigit = leftToCorrect('RUC', '20990000019\nsin número');
    expect(readList('RUC', withoutDigit).faulty).toEqual([{ line: 2, text: 'sin número', fault: { why: 'malformed' } }]);
  });

  it('is read from a file in UTF-8, or in UTF-16 in either order of the bytes', async () => {
    const text = 'documento\tnombre\r\n20990000019\tÑANDÚ\r\n';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text), little, Buffer.from(little).swap16()])
      expect(await textOf(new Blob([Uint8Array.from(bytes)]))).toBe(text);
    expect(await textOf(new Blob([]))).toBe('');
  });

  it('keeps the leading zeros of a DNI and turns a CE into capitals', () => {
    expect(readList('DNI', '00123456').taxIds).toEqual(['00123456']);
    expect(readList('CE', 'sim000001').taxIds).toEqual(['SIM000001']);
  });

  it('is sent in batches of a hundred', () => {
    const taxIds = Array.from({ length: 250 }, (_, i) => String(i));
    expect(batchesOf(taxIds).map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(batchesOf(taxIds).flat()).toEqual(taxIds);
    expect(batchesOf([])).toEqual([]);
  });

  it('has a file even if it is as long as a list can be', () => {
    const [, ...others] = batchesOf(Array.from({ length: longestList }, String)).map(() => randomUUID());
    const { with: field } = panel.loads.file.query.properties as { with: { pattern?: string } };
    expect(others.join()).toMatch(new RegExp(field.pattern!));
  });
});
