import type { Static } from 'typebox';
import { customsReport, operation } from '../importaciones/customs/customs-report.js';

export const exportReport = customsReport(operation);
export type ExportReport = Static<typeof exportReport>;
