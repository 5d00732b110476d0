import type {
  BulletinDebt,
  DebtPeriod,
  FinanzasSection,
  Headcount,
  IdentificacionSection,
  JudicialDebtors,
  JudicialEdicts,
  LabourDebt,
  LabourResolutions,
} from '@vigia/contracts';

/**
 * What the score reads: contents of sections as v2 shows them, null for a section without content. Whatever a section
 * has besides this does not move the score.
 */
export interface ScoreInputs {
  /** Month of the calculation, YYYY-MM. */
  periodo: string;
  identificacion: Pick<IdentificacionSection, 'estado_contribuyente' | 'condicion_contribuyente' | 'omisiones_tributarias'> | null;
  finanzas:
    | (Pick<FinanzasSection, 'peor_calificacion' | 'max_dias_vencidos'> & {
        situacion: { actual: Debt | null; seis_meses: Debt | null } | null;
      })
    | null;
  judicial: {
    deudores_morosos: Pick<JudicialDebtors, 'monto_ultimo_periodo'>;
    edictos_judiciales: Pick<JudicialEdicts, 'cantidad_ultimo_periodo'>;
    boletin_concursal: boolean;
  } | null;
  laboral: {
    variacion_deuda_laboral: readonly Pick<LabourDebt, 'monto_ultimo_periodo'>[];
    datos_resoluciones_laborales: Pick<LabourResolutions, 'cantidad_total_actual' | 'monto_total_actual'>;
    datos_trabajadores: readonly Pick<Headcount, 'tipo' | 'cantidad_ultimo_periodo' | 'cantidad_doce_meses_anteriores'>[];
  } | null;
  boletin: { deudas_boletin: readonly Pick<BulletinDebt, 'tipo' | 'monto_ultimo_periodo'>[] } | null;
}

export type Debt = Pick<DebtPeriod, 'vigente' | 'ref_rees' | 'vencida' | 'judicial' | 'otros' | 'directa' | 'indirecta' | 'castigada'>;
