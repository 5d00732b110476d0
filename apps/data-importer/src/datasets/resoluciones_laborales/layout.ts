import type { Dataset } from '../dataset.js';
import { droppedRegister } from '../dropped-register.js';

export const resolucionesLaborales: Dataset<'facts'> = {
  name: 'resoluciones_laborales',
  kind: 'facts',
  title: 'Resoluciones de la inspección del trabajo',
  publisher: 'SUNAFIL',
  licence: 'Brought by the operator, who answers for where it comes from (Ley 29733, Ley 27489)',
  address: null,
  cadence: 'by_hand',
  parser: 5,
  layout: droppedRegister(/(?:resoluciones_laborales|sunafil)[^/]*\.csv$/i, {
    document: 'ruc',
    columns: { resolucion: 'text', fecha: 'day', monto: 'amount', materia: 'text', estado: 'text' },
    required: ['fecha', 'monto'],
  }),
};
