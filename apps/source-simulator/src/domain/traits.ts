import type { Archetype } from './trouble.js';
import type { Size } from './condition.js';
import type { Random } from './world.js';

/** The state of a taxpayer in the registry. */
interface Registration {
  status: string;
  condition: string;
}

export const activeRegistration: Registration = { status: 'ACTIVO', condition: 'HABIDO' };

const registrations: readonly (readonly [Registration, number])[] = [
  [activeRegistration, 93],
  [{ status: 'ACTIVO', condition: 'NO HALLADO' }, 1],
  [{ status: 'SUSPENSION TEMPORAL', condition: 'HABIDO' }, 1],
  [{ status: 'BAJA DE OFICIO', condition: 'NO HABIDO' }, 4],
  [{ status: 'BAJA DEFINITIVA', condition: 'HABIDO' }, 1],
];

/** Facts about a taxpayer in addition to its economic condition. */
export interface Traits {
  /** Natural persons only: whether the RUC made from the DNI exists. */
  hasRuc: boolean;
  name: string | null;
  registration: Registration;
  taxOmissions: number;
  activities: number;
  importer: boolean;
  exporter: boolean;
  tradeFigures: 'published' | 'pending' | 'without_exchange_rate';
  representatives: number;
  /** A further representative, another one for every number. */
  newcomer: number | null;
  guarantors: number;
  guaranteed: number;
  partialDocuments: boolean;
  /** false: the lenders' report has the distribution by rating only. */
  balancesReported: boolean;
  alimonyDebtor: boolean;
  listing: 'none' | 'sanctioned' | 'exposed_representative' | 'similar_name';
}

export function drawTraits(archetype: Archetype, size: Size, random: Random): Traits {
  const isCompany = size !== 'person';
  const hasRuc = random.chance(0.85);
  const registration = random.weighted(registrations);
  const omitting = random.chance(archetype === 'healthy' || archetype === 'young' ? 0.03 : 0.35);
  const omissions = random.integer(1, 6);
  const activities = random.integer(1, 3);
  const trades = random.chance(0.15) && isCompany && isActive(registration);
  const direction = random.pick(['imports', 'exports', 'both'] as const);
  const representatives = random.integer(1, size === 'micro' ? 2 : 4);
  const guarantors = random.chance(0.2) ? random.integer(1, 5) : 0;
  const guaranteed = random.chance(0.1) ? random.integer(1, 3) : 0;
  return {
    hasRuc,
    name: null,
    registration,
    taxOmissions: omitting ? omissions : 0,
    activities,
    importer: trades && direction !== 'exports',
    exporter: trades && direction !== 'imports',
    tradeFigures: 'published',
    representatives: isCompany ? representatives : 0,
    newcomer: null,
    guarantors,
    guaranteed,
    partialDocuments: false,
    balancesReported: true,
    alimonyDebtor: !isCompany && random.chance(0.02),
    listing: random.chance(0.003) ? 'sanctioned' : 'none',
  };
}

/** A struck off or suspended taxpayer neither employs nor trades. */
export function isActive({ status }: Registration): boolean {
  return status === 'ACTIVO';
}
