import { cents } from '../../domain/amount.js';
import type { Generator } from '../../domain/inquiry.js';
import { importCountries, importHeadings } from '../../material/trade.js';
import { customsReport, type Operation } from './operations.js';

/** Imports count at CIF, the sum of the three amounts. */
export const importaciones: Generator = (inquiry) =>
  customsReport(
    inquiry,
    { active: inquiry.taxpayer.traits.importer, headings: importHeadings, countries: importCountries },
    (operation: Operation) => ({
      ...operation,
      flete_usd: cents(operation.fob_usd * 0.08),
      seguro_usd: cents(operation.fob_usd * 0.01),
    }),
  );
