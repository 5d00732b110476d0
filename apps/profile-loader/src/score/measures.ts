import { creditRatings, type BulletinDebt } from '@vigia/contracts';
import type { Debt, ScoreInputs } from './score-inputs.js';
import type { MeasureName, Scorecard } from './scorecard.js';

type Measure = (inputs: ScoreInputs, model: Scorecard) => number;

/** How each measure is taken. Missing data measures 0. */
export const measures: Record<MeasureName, Measure> = {
  omisiones_tributarias: ({ identificacion }) => identificacion?.omisiones_tributarias.length ?? 0,
  no_habido_o_baja: ({ identificacion }) =>
    fact(
      identificacion?.condicion_contribuyente?.startsWith('NO HABIDO') === true ||
        identificacion?.estado_contribuyente?.startsWith('BAJA') === true,
    ),

  peor_calificacion: ({ finanzas }, { milderBelowPercent }) => {
    const worst = finanzas?.peor_calificacion;
    if (!worst || worst.calificacion === 'SCAL') return 0;
    const place = creditRatings.indexOf(worst.calificacion);
    return Math.max(0, worst.porcentaje !== null && worst.porcentaje < milderBelowPercent ? place - 1 : place);
  },
  max_dias_vencidos: ({ finanzas }) => finanzas?.max_dias_vencidos ?? 0,
  mora_sobre_directa: ({ finanzas }) => {
    const debt = finanzas?.situacion?.actual;
    return debt ? percentOf(sumCents(debt.vencida, debt.judicial), cents(debt.directa)) : 0;
  },
  castigada: ({ finanzas }) => cents(finanzas?.situacion?.actual?.castigada),
  alza_de_exposicion: ({ finanzas }) => {
    const [now, before] = [paidOnTime(finanzas?.situacion?.actual), paidOnTime(finanzas?.situacion?.seis_meses)];
    return before > 0 ? percentOf(now - before, before) : 0;
  },

  deudores_morosos: ({ judicial }) => cents(judicial?.deudores_morosos.monto_ultimo_periodo),
  edictos_judiciales: ({ judicial }) => judicial?.edictos_judiciales.cantidad_ultimo_periodo ?? 0,
  boletin_concursal: ({ judicial }) => fact(judicial?.boletin_concursal === true),

  deuda_laboral: ({ laboral }) => sumCents(...(laboral?.variacion_deuda_laboral ?? []).map((debt) => debt.monto_ultimo_periodo)),
  resoluciones: ({ laboral }) => laboral?.datos_resoluciones_laborales.cantidad_total_actual ?? 0,
  multas: ({ laboral }) => cents(laboral?.datos_resoluciones_laborales.monto_total_actual),
  caida_de_planilla: ({ laboral }) => {
    const { now, before } = payroll(laboral);
    return percentOf(before - now, before);
  },
  planilla_en_cero: ({ laboral }) => {
    const { now, before } = payroll(laboral);
    return fact(before > 0 && now === 0);
  },

  deuda_coactiva: ({ boletin }) => bulletin(boletin, 'Deuda Coactiva - AUTORIDAD'),
  deuda_vencida: ({ boletin }) => bulletin(boletin, 'Deuda vencida'),
  protestos: ({ boletin }) => bulletin(boletin, 'Documentos protestados'),
};

/**
 * Leaves out overdue and judicial debt on both sides of the growth. Otherwise more of it six months ago would reduce today's growth, and
 * with that the score.
 */
function paidOnTime(debt: Debt | null | undefined): number {
  return debt ? sumCents(debt.vigente, debt.ref_rees, debt.otros, debt.indirecta) : 0;
}

/** Only workers on the payroll, because pensioners and contractors come and go for other reasons. */
function payroll(laboral: ScoreInputs['laboral']): { now: number; before: number } {
  const workers = laboral?.datos_trabajadores.find(({ tipo }) => tipo === 'Trabajadores');
  const now = workers?.cantidad_ultimo_periodo ?? null;
  return now === null ? { now: 0, before: 0 } : { now, before: workers?.cantidad_doce_meses_anteriores ?? 0 };
}

function bulletin(boletin: ScoreInputs['boletin'], tipo: BulletinDebt['tipo']): number {
  return sumCents(...(boletin?.deudas_boletin ?? []).filter((debt) => debt.tipo === tipo).map((debt) => debt.monto_ultimo_periodo));
}

function sumCents(...soles: (number | null)[]): number {
  return soles.reduce<number>((sum, amount) => sum + cents(amount), 0);
}

function cents(soles: number | null | undefined): number {
  return Math.round((soles ?? 0) * 100);
}

/** If the whole is zero, a part counts as 100 %, so that a debt counts even if the total is missing. */
function percentOf(part: number, whole: number): number {
  if (whole === 0) return part > 0 ? 100 : 0;
  return (part * 100) / whole;
}

function fact(holds: boolean): number {
  return holds ? 1 : 0;
}
