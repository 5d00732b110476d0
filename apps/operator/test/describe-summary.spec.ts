import { describe, expect, it } from '@jest/globals';
import type { SummaryData } from '../src/demo/api.js';
import { describeSections, describeSummary } from '../src/demo/describe-summary.js';
import { paintFor } from '../src/terminal.js';

const summary: SummaryData = {
  taxId: '20990000019',
  activo: true,
  estado: 'partial',
  subhelpers_fallidos: ['protestos'],
  identificacion: { statusCode: 'SH10', data: { razon_social: 'PRUEBA\nS.A.C.', ruc: '20990000019', domicilio_fiscal: null } },
  boletin: { statusCode: 'SH50', data: {} },
  laboral: { statusCode: 'SH30', data: {} },
  judicial: { statusCode: 'SH20', data: {} },
};

const plain = paintFor({ isTerminal: false, environment: {} });
const coloured = paintFor({ isTerminal: true, environment: {} });

describe('a summary at the terminal', () => {
  it('explains the code of every section in words', () => {
    expect(describeSummary(summary, plain)).toBe(`PRUEBA S.A.C.
  20990000019 · estado partial · activo
  failed sources: protestos

  ruc                      20990000019

  identificacion           SH10  data
  boletin                  SH50  source failed
  laboral                  SH30  not in the plan
  judicial                 SH20  not finished
`);
  });

  it('has the tax id as its heading without an identification, and no empty paragraph', () => {
    const text = describeSummary({ ...summary, subhelpers_fallidos: [], identificacion: { statusCode: 'SH20', data: {} } }, plain);
    expect(text).toMatch(/^20990000019\n {2}20990000019 · estado partial · activo\n\n {2}identificacion +SH20 {2}not finished\n/);
  });

  it('tells a person without a known name from a failed screening', () => {
    const compliance = { ...summary, alerta_compliance: { statusCode: 'SH50', data: {} } };
    const told = (more: Partial<SummaryData>) => /alerta_compliance .*/.exec(describeSummary({ ...compliance, ...more }, plain))![0];
    expect(told({ estado: 'succeeded', subhelpers_fallidos: [] })).toMatch(/SH50 {2}not screened: no source knows a name$/);
    expect(told({ subhelpers_fallidos: ['listas_compliance'] })).toMatch(/SH50 {2}source failed$/);
  });

  it('is coloured by the family of the code', () => {
    const text = describeSummary(summary, coloured);
    expect(text).toContain('\u001b[32mSH10\u001b[39m');
    expect(text).toContain('\u001b[31mSH50\u001b[39m');
  });

  it('counts the sections that have finished', () => {
    expect(describeSections(summary)).toBe('3 of 4 sections');
  });
});
