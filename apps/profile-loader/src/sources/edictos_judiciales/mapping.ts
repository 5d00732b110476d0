import { monthOf } from '../../domain/calendar.js';
import { inTheYearTo, newest, threePeriods, type ThreePeriods } from '../../domain/three-periods.js';
import { isoDay } from '../identificacion/registry-day.js';
import { defineMapping } from '../source-mapping.js';
import { publishedEdicts, type PublishedEdicts } from './raw-answer.js';

export const edictos_judiciales = defineMapping({ answer: publishedEdicts, piece: edictsOfAYear });

function edictsOfAYear(raw: PublishedEdicts | null): ThreePeriods {
  const months = (raw?.edictos ?? []).map(({ fecha }) => monthOf(isoDay(fecha)));
  return threePeriods(newest(months), (month) => inTheYearTo(month, months, (own) => own).length);
}
