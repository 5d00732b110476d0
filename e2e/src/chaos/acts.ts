import { rucCheckDigit } from '@vigia/contracts';
import type { Random } from './random.js';

/** A call that may cost something. */
export interface Act {
  path: string;
  taxIds: string[];
  body: object;
  /** Whether its answer promises a summary of each document, but for those that it names as failed. */
  loads: boolean;
}

/** All clients go from document to document at about the same pace, so that several ask for one while it is being loaded. */
const documentsAtATime = 40;
const newDocumentsPerAct = 1.5;
const monitored = 0.75;
const inOneCall = 3;

const kinds = [
  { share: 0.3, act: trigger },
  { share: 0.2, act: update },
  { share: 0.1, act: loadMany },
  { share: 0.4, act: load },
];

interface Choice {
  fresh: () => string;
  loaded: readonly string[];
  isMonitoring: boolean;
}

/** What a customer does next who has already loaded these documents. */
export function nextAct(random: Random, actsBefore: number, loaded: readonly string[]): Act {
  let left = random.next();
  const { act } = kinds.find(({ share }) => (left -= share) < 0) ?? kinds.at(-1)!;
  return act({
    fresh: () => ruc(actsBefore * newDocumentsPerAct + random.next() * documentsAtATime),
    loaded: loaded.length > 0 ? some(() => random.pick(loaded)) : [],
    isMonitoring: random.next() < monitored,
  });
}

function ruc(place: number): string {
  const firstTen = `20991${String(Math.floor(place)).padStart(5, '0')}`;
  return `${firstTen}${rucCheckDigit(firstTen)}`;
}

function some(next: () => string): string[] {
  return [...new Set(Array.from({ length: inOneCall }, next))];
}

function load({ fresh, isMonitoring }: Choice): Act {
  const taxId = fresh();
  return { path: '/v1/perfiles/cargar', taxIds: [taxId], body: { taxId, docType: 'RUC', isMonitoring }, loads: true };
}

function loadMany({ fresh, isMonitoring }: Choice): Act {
  const taxIds = some(fresh);
  return { path: '/v2/perfiles/cargar-masivo', taxIds, body: { taxIds, docType: 'RUC', isMonitoring }, loads: true };
}

function update({ loaded, ...choice }: Choice): Act {
  if (loaded.length === 0) return load({ loaded, ...choice });
  return { path: '/v2/perfiles/forzar-actualizacion', taxIds: [...loaded], body: { taxIds: loaded }, loads: false };
}

function trigger({ fresh, isMonitoring }: Choice): Act {
  const taxId = fresh();
  return { path: '/v1/webhook/perfiles/resumen', taxIds: [taxId], body: { taxId, docType: 'RUC', isMonitoring }, loads: false };
}
