import type { Generator } from '../../domain/inquiry.js';
import { exportCountries, exportHeadings } from '../../material/trade.js';
import { customsReport, type Operation } from './operations.js';

/** Exports count at FOB. */
export const exportaciones: Generator = (inquiry) =>
  customsReport(
    inquiry,
    { active: inquiry.taxpayer.traits.exporter, headings: exportHeadings, countries: exportCountries },
    (operation: Operation) => operation,
  );
