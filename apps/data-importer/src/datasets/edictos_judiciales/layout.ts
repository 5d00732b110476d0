import type { Dataset } from '../dataset.js';
import { droppedRegister } from '../dropped-register.js';

export const edictosJudiciales: Dataset<'facts'> = {
  name: 'edictos_judiciales',
  kind: 'facts',
  title: 'Edictos judiciales',
  publisher: 'Poder Judicial and El Peruano',
  licence: 'Brought by the operator, who answers for where it comes from (Ley 29733, Ley 27489)',
  address: null,
  cadence: 'by_hand',
  parser: 5,
  layout: droppedRegister(/edictos[^/]*\.csv$/i, {
    document: 'doc',
    documentMayLack: true,
    columns: { nombre: 'text', fecha: 'day', organo: 'text', expediente: 'text', url: 'text' },
    required: ['nombre', 'fecha'],
  }),
};
