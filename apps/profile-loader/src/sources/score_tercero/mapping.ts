import type { AlertaTerceroSection } from '@vigia/contracts';
import { defineMapping } from '../source-mapping.js';
import { gradeHistory, type GradeHistory } from './raw-answer.js';

export const score_tercero = defineMapping({ answer: gradeHistory, piece: latestGrade });

function latestGrade(raw: GradeHistory | null): AlertaTerceroSection {
  const latest = raw?.historial.toSorted((a, b) => b.periodo.localeCompare(a.periodo))[0];
  return {
    nota: latest?.nota ?? null,
    semaforo_actual: latest?.semaforo_actual ?? null,
    semaforo_previo: latest?.semaforo_previo ?? null,
    semaforo_peor_mejor: latest?.semaforo_peor_mejor ?? null,
  };
}
