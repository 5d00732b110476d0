import { sections, VigiaError, type Section } from '@vigia/contracts';
import { askedDay, endOfLimaDay, startOfLimaDay } from '../../domain/lima-time.js';
import { parseCursor, type ChangePosition } from './change-cursor.js';

export interface AskedChanges {
  limit: number;
  after?: ChangePosition;
  section?: Section;
  from?: Date;
  until?: Date;
}

export const mostPerPage = 100;
export const usualPage = 50;

type Query = Record<string, unknown>;

export function askedChanges({ limit, cursor, seccion, desde, hasta }: Query): AskedChanges {
  return {
    limit: limit === undefined ? usualPage : pageSize(limit),
    ...(cursor !== undefined && { after: position(cursor) }),
    ...(seccion !== undefined && { section: sectionNamed(seccion) }),
    ...(desde !== undefined && { from: startOfLimaDay(askedDay('desde', desde)) }),
    ...(hasta !== undefined && { until: endOfLimaDay(askedDay('hasta', hasta)) }),
  };
}

function pageSize(limit: unknown): number {
  const size = typeof limit === 'string' && /^[0-9]{1,3}$/.test(limit) ? Number(limit) : 0;
  if (size < 1 || size > mostPerPage) throw refused(`limit must be a whole number from 1 to ${mostPerPage}`);
  return size;
}

function position(cursor: unknown): ChangePosition {
  const found = typeof cursor === 'string' ? parseCursor(cursor) : undefined;
  if (!found) throw refused('cursor must be what an earlier page gave as siguiente');
  return found;
}

function sectionNamed(seccion: unknown): Section {
  const section = sections.find((one) => one === seccion);
  if (!section) throw refused(`seccion must be one of ${sections.join(', ')}`);
  return section;
}

function refused(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}
