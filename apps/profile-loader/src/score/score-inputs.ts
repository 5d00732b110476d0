import type { DebtPeriod, FinanzasSection, IdentificacionSection } from '@vigia/contracts';

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
    deudores_morosos: Amount;
    edictos_judiciales: { cantidad_ultimo_periodo: number | null };
    boletin_concursal: boolean;
  } | null;
  laboral: {
    variacion_deuda_laboral: readonly Amount[];
    datos_resoluciones_laborales: { cantidad_total_actual: number | null; monto_total_actual: number | null };
    datos_trabajadores: readonly {
      tipo: string;
      cantidad_ultimo_periodo: number | null;
      cantidad_doce_meses_anteriores: number | null;
    }[];
  } | null;
  boletin: { deudas_boletin: readonly ({ tipo: string } & Amount)[] } | null;
}

interface Amount {
  monto_ultimo_periodo: number | null;
}

export type Debt = Pick<DebtPeriod, 'vigente' | 'ref_rees' | 'vencida' | 'judicial' | 'otros' | 'directa' | 'indirecta' | 'castigada'>;
