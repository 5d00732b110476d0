import { describe, expect, it } from '@jest/globals';
import { alertaServicioSection, alertaServicioSectionV1 } from '@vigia/contracts';
import { Compile } from 'typebox/compile';
import { alertaServicioV1, scoreProfile } from '../../src/score/score-profile.js';
import { clean, inBulletin, registered } from './clean-profile.js';

const partly = scoreProfile({
  ...clean,
  identificacion: null,
  judicial: null,
  boletin: inBulletin({ coactiva: 100 }),
}).section;

const unchanged = {
  modulos_incluidos: ['finanzas', 'laboral', 'boletin'],
  omisiones_tributarias: null,
  puntaje_finanzas: 0,
  puntaje_judicial: null,
  puntaje_laboral: 0,
  puntaje_boletin: 3,
  puntaje_maximo_finanzas: 40,
  puntaje_maximo_judicial: 25,
  puntaje_maximo_laboral: 15,
  puntaje_maximo_boletin: 20,
  boletin_concursal: false,
};

describe('alerta_servicio', () => {
  it('has null omissions when nobody was asked about them, with a reason and the same class', () => {
    const { section, reasons } = scoreProfile({ ...clean, areOmissionsUnknown: true });
    expect([section.omisiones_tributarias, section.clasificacion]).toEqual([null, scoreProfile(clean).section.clasificacion]);
    expect(reasons).toContainEqual(expect.objectContaining({ text: 'No se consultaron las omisiones tributarias' }));
    expect(scoreProfile(clean).section.omisiones_tributarias).toBe(false);
  });

  it('has exactly the fields of the contract, in its order', () => {
    const expected = { periodo: '2026-03', puntaje_total: 3, puntaje_maximo: 75, clasificacion: 'Alerta baja', ...unchanged };
    expect(JSON.stringify(partly)).toBe(JSON.stringify(expected));
    expect(Object.keys(partly)).toEqual(Object.keys(alertaServicioSection.properties));
  });

  it('has three other names of fields and another name of the class in v1', () => {
    const expected = {
      periodo: '2026-03',
      puntaje_riesgo_total: 3,
      puntaje_riesgo_maximo: 75,
      clasificacion_riesgo: 'Riesgo bajo',
      ...unchanged,
    };
    expect(JSON.stringify(alertaServicioV1(partly))).toBe(JSON.stringify(expected));
    expect(Object.keys(expected)).toEqual(Object.keys(alertaServicioSectionV1.properties));
  });

  it.each([
    ['Sin alerta', 'Sin riesgo'],
    ['Alerta baja', 'Riesgo bajo'],
    ['Alerta media', 'Riesgo medio'],
    ['Alerta alta', 'Riesgo alto'],
    ['Alerta crítica', 'Riesgo crítico'],
    ['No procesado', 'No procesado'],
  ] as const)('calls %s in v1 %s', (clasificacion, inV1) => {
    const section = alertaServicioV1({ ...partly, clasificacion });
    expect(section.clasificacion_riesgo).toBe(inV1);
    expect(Compile(alertaServicioSectionV1).Check(section)).toBe(true);
  });

  it('takes omissions only from the registry', () => {
    const omissions = [{ periodo: '2025-11', tributo: 'IGV' }];
    const said = (identificacion: Parameters<typeof scoreProfile>[0]['identificacion']) =>
      scoreProfile({ ...clean, identificacion }).section.omisiones_tributarias;
    expect([said(null), said(clean.identificacion), said(registered({ omisiones_tributarias: omissions }))]).toEqual([null, false, true]);
  });
});
