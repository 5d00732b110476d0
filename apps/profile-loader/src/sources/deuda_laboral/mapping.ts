import { monthlyDebt } from '../../domain/monthly-debt.js';
import { defineMapping } from '../source-mapping.js';
import { labourDebts } from './raw-answer.js';

export const deuda_laboral = defineMapping({ answer: labourDebts, piece: (raw) => monthlyDebt(raw?.deudas ?? []) });
