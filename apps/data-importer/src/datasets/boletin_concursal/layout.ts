import type { Dataset } from '../dataset.js';
import { droppedRegister } from '../dropped-register.js';

export const boletinConcursal: Dataset<'facts'> = {
  name: 'boletin_concursal',
  kind: 'facts',
  title: 'Boletín concursal',
  publisher: 'INDECOPI',
  licence: 'Brought by the operator, who answers for where it comes from (Ley 29733, Ley 27489)',
  address: null,
  cadence: 'by_hand',
  parser: 5,
  layout: droppedRegister(/(?:boletin_)?concursal[^/]*\.csv$/i, {
    document: 'doc',
    columns: { nombre: 'text', expediente: 'text', procedimiento: 'text', fecha: 'day', estado: 'text' },
    required: ['fecha'],
  }),
};
