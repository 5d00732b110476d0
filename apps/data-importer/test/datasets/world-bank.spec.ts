import { describe, expect, it } from '@jest/globals';
import type { ListedEntity } from '../../src/datasets/listed-entity.js';
import { worldBank } from '../../src/datasets/world_bank/layout.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

async function entityOf(firm: object): Promise<ListedEntity> {
  const main = fileOf(JSON.stringify({ response: { ZPROCSUPP: [{ SUPP_ID: '1', SUPP_NAME: 'CIA.', ...firm }] } }));
  const { rows } = await readFiles(worldBank.layout, { main });
  return rows[0] as ListedEntity;
}

describe('the list of the World Bank', () => {
  it('drops footnote marks, splits off other names, and has no end for a permanent debarment', async () => {
    const { rows, rejects } = await readFiles(worldBank.layout, fixtureOf(worldBank));
    const told = (rows as ListedEntity[]).map(({ kind, names, until }) => [kind, names.map(({ text }) => text), until]);
    expect(told).toEqual([
      ['company', ['CONSTRUCTORA DE MUESTRA S.A.C.', 'MUESTRA CONST.'], '2027-01-14'],
      ['person', ['PERSONA DE MUESTRA'], null],
      ['company', ['MUESTRA (PERU) S.A.', 'EJEMPLO S.A.'], null],
    ]);
    expect((rows as ListedEntity[])[1]).toMatchObject({ programmes: ['Cross debarment'], countries: ['PE'] });
    expect(rejects).toEqual([expect.objectContaining({ line: 4, reason: 'no_name' })]);
  });

  it.each([
    ['ABA CONSTRUCTION SARL', ['ABA CONSTRUCTION SARL']],
    ['SARL ABA CONSTRUCTION*12', ['SARL ABA CONSTRUCTION']],
    ['CONSORCIO D.K.A. INGENIEROS', ['CONSORCIO D.K.A. INGENIEROS']],
    ['S.A.K.A. SRL', ['S.A.K.A. SRL']],
    ['PAUL NKA', ['PAUL NKA']],
    ['AKA ENGINEERING', ['AKA ENGINEERING']],
    ['NBA S.A.C.', ['NBA S.A.C.']],
    ['FBA', ['FBA']],
    ['CIA. AKA MUESTRA', ['CIA.', 'CIA. AKA MUESTRA', 'MUESTRA']],
    ['CIA. (AKA MUESTRA)*3', ['CIA.', 'MUESTRA']],
    ['CIA. [A.K.A MUESTRA', ['CIA.', 'MUESTRA']],
    ['CIA., A/K/A: MUESTRA', ['CIA.', 'MUESTRA']],
    ['CIA. d/b/a Muestra', ['CIA.', 'Muestra']],
    ['CIA. (A.K.A. Uno SA; Dos SA) (F/K/A Tres SA)', ['CIA.', 'Dos SA', 'Tres SA', 'Uno SA']],
    ['RAHMAN & CO. (A.K.A. Rahman and Sons Ltd)', ['RAHMAN & CO.', 'Rahman', 'Rahman and Sons Ltd', 'Sons Ltd']],
    ['CIA. (formerly known as Muestra)', ['CIA.', 'Muestra']],
    ['CIA. (CURRENTLY D/B/A MUESTRA)', ['CIA.', 'MUESTRA']],
    ['CIA. (CURRENTLY KNOWN AS MUESTRA (PERU))', ['CIA.', 'MUESTRA (PERU)']],
    ['MR. LI MUESTRA (李样本)', ['LI MUESTRA (李样本)', '李样本']],
  ])('reads the names in %j', async (SUPP_NAME, names) => {
    expect((await entityOf({ SUPP_NAME })).names.map(({ text }) => text)).toEqual(names);
  });

  it.each([
    ['MR. LI MUESTRA', '', 'person', 'LI MUESTRA'],
    ['Dr JUAN DE MUESTRA', '', 'person', 'JUAN DE MUESTRA'],
    ['MR. JOHN CO', '', 'person', 'JOHN CO'],
    ['MS. ANA SA', '', 'person', 'ANA SA'],
    ['MR. LIMITED MUESTRA S.A.', 'I', 'person', 'LIMITED MUESTRA S.A.'],
    ['MR INGENIEROS S.A.C.', 'F', 'company', 'MR INGENIEROS S.A.C.'],
    ['MR INGENIEROS', 'F', 'company', 'MR INGENIEROS'],
    ['DR CONSULTORES', 'F', 'company', 'DR CONSULTORES'],
    ['MR INGENIEROS S.A.C.', '', 'company', 'MR INGENIEROS S.A.C.'],
    ['MISS MUESTRA S.R.L.', '', 'company', 'MISS MUESTRA S.R.L.'],
    ['MS TRADING CO., LTD', '', 'company', 'MS TRADING CO., LTD'],
    ['MS MUESTRA SAC', '', 'company', 'MS MUESTRA SAC'],
  ])('says of %j with the type %j that it is a %s called %j', async (SUPP_NAME, SUPP_TYPE_CODE, kind, text) => {
    expect(await entityOf({ SUPP_NAME, SUPP_TYPE_CODE })).toMatchObject({ kind, names: [{ text }] });
  });

  it.each([
    ['(currently registered as MUESTRA GROUP OJSC) *12', ['CIA.', 'MUESTRA GROUP OJSC']],
    ['(name change from Muestra Engenharia LTDA) *150', ['CIA.', 'Muestra Engenharia LTDA']],
    ['Also Doing Business Under Uno Muestra or Dos Muestra*187', ['CIA.', 'Dos Muestra', 'Uno Muestra', 'Uno Muestra or Dos Muestra']],
    ['(样本（香港）有限公司) Registration No.999900000000001 *263', ['CIA.', '样本（香港）有限公司']],
    ['(formerly MUESTRA (BRANCH OF OTRA)) (Reg. No. 999 000 001) *402', ['CIA.', 'MUESTRA (BRANCH OF OTRA)']],
    ['(formerly MUESTRA TECH.) Reg. Mercantil de Madrid Folio M-1 Vol. 2 p. 3 *402', ['CIA.', 'MUESTRA TECH.']],
    ['also known as MUESTRACON (Reg. No: 999900000000000002)*448', ['CIA.', 'MUESTRACON']],
    ['(a.k.a. Muestra b.v.), also d.b.a. Muestra Medical *161', ['CIA.', 'Muestra Medical', 'Muestra b.v.']],
    ['INTERNATIONAL (SUR) INC.*150', ['CIA. INTERNATIONAL (SUR) INC.', 'CIA.']],
    ['LTD  (Reg. No: 99990000000000003D)', ['CIA. LTD', 'CIA.']],
    ['as a successor or assign to Muestra Limited', ['CIA.']],
    ['N° 9990004 *402', ['CIA.']],
    ['* 43 and 45', ['CIA.']],
  ])('reads the further names in %j', async (ADD_SUPP_INFO, names) => {
    expect((await entityOf({ ADD_SUPP_INFO })).names.map(({ text }) => text)).toEqual(names);
  });

  it.each([
    ['(Reg. No: RUC 20991000012 PERUVIAN SOLE COMMERCIAL REGISTRY NUMBER)*461', '20991000012'],
    ['(Reg. No: 20991000012)', '20991000012'],
    ['(Reg. Nos. 99900005, RUC 2099 100 0012)', '20991000012'],
    ['Registration No.20991000012', '20991000012'],
    ['(Registration Number 20991000012)', '20991000012'],
  ])('reads the RUC in %j of a firm in Peru, and of no other', async (ADD_SUPP_INFO, number) => {
    const inPeru = await entityOf({ ADD_SUPP_INFO, COUNTRY_NAME: 'Peru' });
    expect(inPeru.documents).toEqual([{ type: 'RUC', number, country: 'PE' }]);
    expect((await entityOf({ ADD_SUPP_INFO, COUNTRY_NAME: 'Ecuador' })).documents).toEqual([]);
  });

  it('reads no RUC with a wrong check digit or another length', async () => {
    const { documents } = await entityOf({ ADD_SUPP_INFO: '(Reg. Nos. 20991000013, RUC 209910000123)', COUNTRY_NAME: 'Peru' });
    expect(documents).toEqual([]);
  });

  it('keeps the further text as a remark, without the numbers of footnotes', async () => {
    const { remarks } = await entityOf({ ADD_SUPP_INFO: '(Reg. No: 20991000012)*43 and 45', DEBAR_REASON: 'Fraud' });
    expect(remarks).toBe('Fraud; (Reg. No: 20991000012)');
    expect((await entityOf({ ADD_SUPP_INFO: '*478' })).remarks).toBeNull();
  });

  it.each([
    ['<html><body>Incapsula</body></html>', 'a page of HTML came instead of JSON'],
    ['{"response": {"ZPROCSUPP": [', 'not readable as JSON, or cut'],
    ['{"response": {}}', 'holds no list of firms'],
  ])('is refused when its file is %j', async (content, message) => {
    await expect(readFiles(worldBank.layout, { main: fileOf(content) })).rejects.toThrow(message);
  });

  it.each([
    ['latin1', 'not written in UTF-8'],
    ['utf16le', 'written in UTF-16'],
  ] as const)('is refused in the encoding %s', async (encoding, message) => {
    const content = Buffer.from('\uFEFF{"response": {"ZPROCSUPP": [{"SUPP_ID": "1", "SUPP_NAME": "ÑANDÚ S.A."}]}}', encoding);
    await expect(readFiles(worldBank.layout, { main: fileOf(content) })).rejects.toMatchObject({
      code: 'encoding',
      message: expect.stringContaining(message),
    });
  });
});
