import { Type, type Static } from 'typebox';
import { customsReport, dollars, operation } from './customs/customs-report.js';

export const importReport = customsReport(Type.Object({ ...operation.properties, flete_usd: dollars, seguro_usd: dollars }));
export type ImportReport = Static<typeof importReport>;
