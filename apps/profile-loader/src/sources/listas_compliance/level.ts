import type { AlertaComplianceSection } from '@vigia/contracts';
import type { Hit } from './raw-answer.js';

type Level = AlertaComplianceSection['nivel'];

/** From here on two names are taken to be the same. */
export const sameName = 0.85;

/** The gravest of all hits. A name alone never makes the highest alert: names are shared, documents are not. */
export function levelOf(hits: readonly Hit[]): Level {
  const levels = hits.map(levelOfHit);
  if (levels.includes('Alerta Alta')) return 'Alerta Alta';
  return levels.includes('Alerta Media') ? 'Alerta Media' : 'Alerta Baja';
}

function levelOfHit({ tema, sujeto, documento, similitud }: Hit): Level {
  if (documento === null && similitud < sameName) return 'Alerta Baja';
  return tema === 'sancion' && sujeto === 'titular' && documento !== null ? 'Alerta Alta' : 'Alerta Media';
}
