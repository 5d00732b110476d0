import { monthOf } from '../../domain/calendar.js';
import { exactSum } from '../../domain/exact-amounts.js';
import { inTheYearTo, newest, threePeriods, type ThreePeriods } from '../../domain/three-periods.js';
import { isoDay } from '../identificacion/registry-day.js';
import { defineMapping } from '../source-mapping.js';
import { labourResolutions, type LabourResolutionList } from './raw-answer.js';

export const resoluciones_laborales = defineMapping({ answer: labourResolutions, piece: resolutionsOfAYear });

function resolutionsOfAYear(raw: LabourResolutionList | null): { count: ThreePeriods; fines: ThreePeriods } {
  const resolutions = (raw?.resoluciones ?? []).map(({ fecha, monto }) => ({ month: monthOf(isoDay(fecha)), fine: monto }));
  const latest = newest(resolutions.map(({ month }) => month));
  const until = (month: string) => inTheYearTo(month, resolutions, (resolution) => resolution.month);
  return {
    count: threePeriods(latest, (month) => until(month).length),
    fines: threePeriods(latest, (month) => exactSum(until(month).map(({ fine }) => fine))),
  };
}
