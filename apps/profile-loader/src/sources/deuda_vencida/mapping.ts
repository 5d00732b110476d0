import { monthlyDebt } from '../../domain/monthly-debt.js';
import { defineMapping } from '../source-mapping.js';
import { overdueBills } from './raw-answer.js';

export const deuda_vencida = defineMapping({ answer: overdueBills, piece: (raw) => monthlyDebt(raw?.deudas ?? []) });
