import { month, nullable, trafficLights, type AlertaTerceroSection } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { withoutMonthsAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

const trafficLight = nullable(Type.Enum([...trafficLights]));

const grade = Type.Object({
  periodo: month('of the grade'),
  nota: nullable(Type.Number({ minimum: 0 })),
  semaforo_actual: trafficLight,
  semaforo_previo: trafficLight,
  semaforo_peor_mejor: trafficLight,
});

/** The bureau's history of grades. A light outside its published table makes the answer malformed. */
const gradeHistory = Type.Object({ historial: Type.Array(grade) });
type GradeHistory = Static<typeof gradeHistory>;

export const score_tercero = defineMapping({
  answer: gradeHistory,
  piece: latestGrade,
  tidy: withoutMonthsAhead('historial'),
});

function latestGrade(raw: GradeHistory | null): AlertaTerceroSection {
  const latest = raw?.historial.toSorted((a, b) => b.periodo.localeCompare(a.periodo))[0];
  return {
    nota: latest?.nota ?? null,
    semaforo_actual: latest?.semaforo_actual ?? null,
    semaforo_previo: latest?.semaforo_previo ?? null,
    semaforo_peor_mejor: latest?.semaforo_peor_mejor ?? null,
  };
}
