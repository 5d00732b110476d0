import { describe, expect, it } from '@jest/globals';
import { prepareName, type NameKind } from '@vigia/names';

const textOf = (name: string, kind: NameKind) =>
  prepareName(name, kind)
    .words.map(({ text }) => text)
    .join(' ');

describe('a name without end', () => {
  it.each(['A.', 'A B ', 'J & ', 'PEREZ '])('counts as the name at its beginning: %s …', (beginning) => {
    for (const kind of ['company', 'person'] as const) {
      const name = beginning.repeat(1_000);
      expect(prepareName(name, kind)).toEqual(prepareName(name.slice(0, 500), kind));
    }
  });
});

describe('the words', () => {
  it.each([
    ['COMERCIAL ÑANDÚ S.A.C.', 'comercial nandu'],
    ['Comercial Ñandú Sociedad Anónima Cerrada', 'comercial nandu'],
    ['COMERCIAL NANDU SAC', 'comercial nandu'],
    ['LOS OLIVOS E.I.R.L.', 'los olivos'],
    ['LOS OLIVOS EMPRESA INDIVIDUAL DE RESPONSABILIDAD LIMITADA', 'los olivos'],
    ['LOS OLIVOS S.C.R.L.', 'los olivos'],
    ['LOS OLIVOS S. R. LTDA.', 'los olivos'],
    ['LOS OLIVOS EMPRESA INDIVIDUAL DE RESP. LTDA', 'los olivos'],
    ['LOS OLIVOS SOC.COM.RESPONS. LTDA', 'los olivos'],
    ['LOS OLIVOS S. CIVIL DE R.L.', 'los olivos'],
    ['LOS OLIVOS SOCIEDAD POR ACCIONES CERRADA SIMPLIFICADA', 'los olivos'],
    ['LOS OLIVOS S.A.C.S.', 'los olivos'],
    ['LOS OLIVOS S.A.C. - EN LIQUIDACIÓN', 'los olivos'],
    ['LOS OLIVOS S.A. SUCURSAL DEL PERÚ (EN LIQ.)', 'los olivos'],
    ['LOS OLIVOS SUCURSAL DEL PERU S.A.', 'los olivos'],
    ['EN LIQUIDACION', 'en liquidacion'],
    ['SACO & SALAZAR S.A.A.', 'saco and salazar'],
    ['ＬＯＳ ＯＬＩＶＯＳ', 'los olivos'],
    ["D'ANGELO & HIJOS S.R.L.", 'dangelo and hijos'],
    ['OOO «Ветровик»', 'vetrovik'],
    ['CONST. E INV. STA. ROSA HNOS. S.C.R.L.', 'constructora e inversiones santa rosa hermanos'],
    ['EMP. IND. DE RESP. LTDA. SERV. LOS OLIVOS', 'servicios los olivos'],
    ['STA S.A.C.', 'sta'],
    ['N Y K PERU', 'nyk peru'],
    ['J & M S.A.C.', 'j and m'],
    ['GRUPO M S.A', 'grupo m'],
    ['GRUPO M S.R.LTDA.', 'grupo m'],
    ['GRUPO S. A.C.', 'grupo'],
    ['GRUPO S.A. C.', 'grupo'],
    ['J & M S. A. C.', 'j and m'],
    ['J & M S A C EN LIQUIDACION', 'j and m'],
    ['J. M. E. I. R. L.', 'jm'],
    ['GRUPO N A S A', 'grupo nasa'],
    ['C.A.S.A. GRUPO', 'casa grupo'],
    ['A.S.A.C. CONSULTORES S.A.C.', 'asac consultores'],
    ['NAVIERA A.S.A.C.', 'naviera asac'],
    ['C.A.S.A.C.', 'casac'],
    ['C. I. S. A. C. PERU', 'cisac peru'],
    ['C. I. S. A. C. PERU SAC', 'cisac peru'],
    ['GRUPO C I S A C SRL', 'grupo cisac'],
    ['GRUPO C.I. S.A. C. (EN LIQ.)', 'grupo ci'],
    ['LOS OLIVOS SOC. ANON. CERR.', 'los olivos'],
    ['LOS OLIVOS SOC.ANON.', 'los olivos'],
    ['M.N. O. GRUPO', 'mno grupo'],
    ['M.N.Vetrovik S.A', 'mn vetrovik'],
    ['NEG MICON', 'neg micon'],
    ['NEG. STO. DOMINGO IMPORT. Y EXPORT.', 'neg sto domingo import y export'],
    ['AGRO EXPORT S.A.C.', 'agro export'],
    ['IMPORT. S.A.C.', 'import'],
    ['СТО ЭМП Восток', 'sto emp vostok'],
    ['INVERSIONES M#N', 'inversiones mn'],
    ['K.Y.C. PERU', 'kyc peru'],
    ['Brigade Forty-four', 'brigade 44'],
    ['Fondo Primero II', 'fondo 1 2'],
    ['S.A.C.', 'sac'],
    ['', ''],
  ])('of the company "%s" are "%s"', (name, text) => {
    expect(textOf(name, 'company')).toBe(text);
  });

  it.each([
    ['QUISPE MAMANI, JUAN', 'quispe mamani juan'],
    ['Sra. Dra. Ofelia Velarde', 'ofelia velarde'],
    ['Ofelia King', 'ofelia king'],
    ['King', 'king'],
    ['King Velarde Ofelia', 'velarde ofelia'],
    ['KING VELARDE, OFELIA', 'king velarde ofelia'],
    ['Dr. KING VELARDE, OFELIA', 'king velarde ofelia'],
    ['O\u200bfelia  Ve\u0301larde', 'ofelia velarde'],
    ['王小明', 'wangxiaoming'],
    ['PE¿A MU?OZ, ¿JOSE?', 'pena munoz jose'],
    ['VELEZ#PEREZ ANA', 'velez perez ana'],
    ['', ''],
  ])('of the person "%s" are "%s"', (name, text) => {
    expect(textOf(name, 'person')).toBe(text);
  });
});
