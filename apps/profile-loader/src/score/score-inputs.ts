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
  scoredSources,
} from '@vigia/contracts';
import type { ScoreModule } from './scorecard.js';

/** In addition to its modules the score reads only the registry. */
export type ScoredSection = ScoreModule | 'identificacion';

type ScoredSource = (typeof scoredSources)[number];

/**
 * What the score reads: contents of sections as v2 shows them, null for a section without content. Other fields of a section do not affect
 * the score.
 */
export interface ScoreInputs {
  /** Month of the calculation, YYYY-MM. */
  periodo: string;
  /** Sources that have never said what they hold, not even that it is nothing. */
  unanswered: readonly ScoredSource[];
  /** Sources whose answer could only be read in part. */
  partlyRead: readonly ScoredSource[];
  /** Nobody was asked about omissions, so an empty list says nothing. */
  areOmissionsUnknown?: boolean;
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
