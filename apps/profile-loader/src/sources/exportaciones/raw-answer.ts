import { customsReport, operation } from '../importaciones/customs/customs-report.js';

export const exportReport = customsReport(operation);
