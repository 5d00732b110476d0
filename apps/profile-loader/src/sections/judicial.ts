import type { JudicialDebtors, JudicialEdicts, JudicialSection } from '@vigia/contracts';
import { monthSlashYear } from '../domain/calendar.js';
import { periodDays, type ThreePeriods } from '../domain/three-periods.js';
import { boletin_concursal } from '../sources/boletin_concursal/mapping.js';
import type { BulletinEntry } from '../sources/boletin_concursal/raw-answer.js';
import { edictos_judiciales } from '../sources/edictos_judiciales/mapping.js';
import type { PublishedEdicts } from '../sources/edictos_judiciales/raw-answer.js';
import { morosos_judiciales } from '../sources/morosos_judiciales/mapping.js';
import type { DebtorEntries } from '../sources/morosos_judiciales/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';

export const judicial: SectionDefinition = {
  v2(answers, document): JudicialSection {
    const held = morosos_judiciales.piece((answers.morosos_judiciales ?? null) as DebtorEntries | null, document);
    const published = edictos_judiciales.piece((answers.edictos_judiciales ?? null) as PublishedEdicts | null, document);
    const bulletin = boletin_concursal.piece((answers.boletin_concursal ?? null) as BulletinEntry | null, document);
    return {
      deudores_morosos: debtors(held),
      edictos_judiciales: edicts(published),
      boletin_concursal: bulletin.boletin_concursal,
      ultima_actualizacion_morosos: periodDays(held).fecha_ultimo_periodo,
      ultima_actualizacion_boletin_concursal: bulletin.ultima_actualizacion_boletin_concursal,
      ultima_actualizacion_edictos: periodDays(published).fecha_ultimo_periodo,
    };
  },
  fieldSources: [
    ['deudores_morosos', 'morosos_judiciales'],
    ['ultima_actualizacion_morosos', 'morosos_judiciales'],
    ['edictos_judiciales', 'edictos_judiciales'],
    ['ultima_actualizacion_edictos', 'edictos_judiciales'],
    ['boletin_concursal', 'boletin_concursal'],
    ['ultima_actualizacion_boletin_concursal', 'boletin_concursal'],
  ],
};

function debtors(periods: ThreePeriods): JudicialDebtors {
  return {
    monto_ultimo_periodo: periods.latest,
    monto_seis_meses_anteriores: periods.six,
    monto_doce_meses_anteriores: periods.twelve,
    ...periodDays(periods),
    variacion_seis_meses_anteriores: periods.sinceSix,
    variacion_doce_meses_anteriores: periods.sinceTwelve,
  };
}

function edicts(periods: ThreePeriods): JudicialEdicts {
  return {
    cantidad_ultimo_periodo: periods.latest ?? 0,
    cantidad_seis_meses_anteriores: periods.six ?? 0,
    cantidad_doce_meses_anteriores: periods.twelve ?? 0,
    ...periodDays(periods, monthSlashYear),
    variacion_seis_meses_anteriores: periods.sinceSix ?? 0,
    variacion_doce_meses_anteriores: periods.sinceTwelve ?? 0,
  };
}
