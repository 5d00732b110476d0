import type { Dataset } from '../dataset.js';
import { droppedRegister } from '../dropped-register.js';

export const deudaLaboral: Dataset<'facts'> = {
  name: 'deuda_laboral',
  kind: 'facts',
  title: 'Deuda laboral vencida',
  publisher: 'AFP, EsSalud and ONP, through the employer or a bureau',
  licence: 'Brought by the operator, who answers for where it comes from (Ley 29733, Ley 27489)',
  address: null,
  cadence: 'by_hand',
  parser: 5,
  layout: droppedRegister(/deuda_laboral[^/]*\.csv$/i, {
    document: 'ruc',
    columns: { periodo: 'month', entidad: 'text', monto: 'amount' },
    required: ['periodo', 'monto'],
  }),
};
