import { month, nullable, trafficLights } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

const trafficLight = nullable(Type.Enum([...trafficLights]));

const grade = Type.Object({
  periodo: month('of the grade'),
  nota: nullable(Type.Number({ minimum: 0 })),
  semaforo_actual: trafficLight,
  semaforo_previo: trafficLight,
  semaforo_peor_mejor: trafficLight,
});

/** The bureau's history of grades. A light outside of its published table is nothing that can be shown. */
export const gradeHistory = Type.Object({ historial: Type.Array(grade) });
export type GradeHistory = Static<typeof gradeHistory>;
