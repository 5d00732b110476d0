import type { FinanzasSection, FinanzasSectionV1 } from '@vigia/contracts';
import { codeudores_avales } from '../sources/codeudores_avales/mapping.js';
import type { DebtLinks } from '../sources/codeudores_avales/raw-answer.js';
import { deuda_financiera } from '../sources/deuda_financiera/mapping.js';
import type { CreditReports } from '../sources/deuda_financiera/raw-answer.js';
import type { Answers, SectionDefinition } from './section-definition.js';

export const finanzas: SectionDefinition = {
  v2(answers, document): FinanzasSection {
    const debt = deuda_financiera.piece(creditReports(answers), document);
    return {
      ultima_actualizacion: debt.ultima_actualizacion,
      peor_calificacion: debt.peor_calificacion,
      max_dias_vencidos: debt.max_dias_vencidos,
      situacion: debt.situacion,
      calificaciones_financieras: debt.calificaciones_financieras,
      codeudores_avales: codeudores_avales.piece((answers.codeudores_avales ?? null) as DebtLinks | null, document),
    };
  },
  v1(answers, document): FinanzasSectionV1 {
    const debt = deuda_financiera.piece(creditReports(answers), document);
    return {
      ultima_actualizacion: debt.ultima_actualizacion,
      variaciones_financieras: debt.variaciones_financieras,
      fechas_financieras: debt.fechas_financieras,
      calificaciones_financieras: debt.calificaciones_financieras,
    };
  },
  fieldSources: [
    ['codeudores_avales', 'codeudores_avales'],
    ['', 'deuda_financiera'],
  ],
};

function creditReports({ deuda_financiera: raw }: Answers): CreditReports | null {
  return (raw ?? null) as CreditReports | null;
}
