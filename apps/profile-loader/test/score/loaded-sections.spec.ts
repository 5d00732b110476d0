import { describe, expect, it } from '@jest/globals';
import type { BoletinSection, Document, FinanzasSection, IdentificacionSection, JudicialSection, LaboralSection } from '@vigia/contracts';
import { scoreProfile } from '../../src/score/score-profile.js';
import { boletin } from '../../src/sections/boletin.js';
import { finanzas } from '../../src/sections/finanzas.js';
import { sectionDefinitions } from '../../src/sections/sections.js';
import { judicial } from '../../src/sections/judicial.js';
import { laboral } from '../../src/sections/laboral.js';

const { identificacion } = sectionDefinitions;

const document: Document = { docType: 'RUC', taxId: '20990000019' };

describe('a taxpayer without data in any source', () => {
  it('is scored with all modules, without points and without reasons', () => {
    const { section, reasons } = scoreProfile({
      periodo: '2026-03',
      unanswered: [],
      partlyRead: [],
      identificacion: identificacion.v2({}, document) as IdentificacionSection,
      finanzas: finanzas.v2({}, document) as FinanzasSection,
      judicial: judicial.v2({}, document) as JudicialSection,
      laboral: laboral.v2({}, document) as LaboralSection,
      boletin: boletin.v2({}, document) as BoletinSection,
    });
    expect(section).toMatchObject({ puntaje_total: 0, puntaje_maximo: 100, clasificacion: 'Sin alerta', omisiones_tributarias: false });
    expect(reasons).toEqual([]);
  });
});
