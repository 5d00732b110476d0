import type { Generator } from '../../domain/inquiry.js';
import { representativesOf } from './representatives.js';

/** Only companies are represented by somebody else. */
export const representantes_legales: Generator = ({ world, taxpayer }) =>
  taxpayer.subject.kind === 'company' ? { representantes: representativesOf(world, taxpayer) } : null;
