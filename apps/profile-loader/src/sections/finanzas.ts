import type { FinanzasSection, FinanzasSectionV1 } from '@vigia/contracts';
import { codeudores_avales } from '../sources/codeudores_avales/mapping.js';
import type { DebtLinks } from '../sources/codeudores_avales/raw-answer.js';
import { deuda_financiera, type FinancialDebt } from '../sources/deuda_financiera/mapping.js';
import type { CreditReports } from '../sources/deuda_financiera/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';
