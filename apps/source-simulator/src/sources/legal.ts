import type { Generator } from '../domain/inquiry.js';
import { dayText } from '../domain/month.js';
import { type Counterparty, inventedPerson } from '../domain/subject.js';
import type { Taxpayer } from '../domain/taxpayer.js';
import type { World } from '../domain/world.js';

interface Representative extends Counterparty {
  cargo: string;
  fecha_desde: string;
  participacion: number | null;
}

const otherPositions = ['APODERADO', 'SUB GERENTE', 'DIRECTOR', 'PRESIDENTE DE DIRECTORIO'];

// Far enough from the others that a newcomer is never one of them.
const newcomersFrom = 5_000;

/** Drawn from a stream of its own, because the compliance lists must find the same people. */
export function representativesOf(world: World, { subject, condition, traits }: Taxpayer): Representative[] {
  const random = world.stream(subject.key, 'representantes');
  const firstPerson = random.integer(0, 9_999);
  let sharesLeft = 100;
  const representatives = Array.from({ length: traits.representatives }, (_, i): Representative => {
    const share = random.integer(1, 50);
    const reported = random.chance(0.7) && share <= sharesLeft;
    if (reported) sharesLeft -= share;
    return {
      ...inventedPerson(world, firstPerson + i),
      cargo: i === 0 ? 'GERENTE GENERAL' : random.pick(otherPositions),
      fecha_desde: dayText(condition.registeredSince + random.integer(0, 6), random.integer(1, 28)),
      participacion: reported ? share : null,
    };
  });
  if (traits.newcomer === null) return representatives;
  const newcomer = inventedPerson(world, firstPerson + newcomersFrom + traits.newcomer);
  return [
    ...representatives,
    { ...newcomer, cargo: 'APODERADO', fecha_desde: dayText(condition.registeredSince + 13, 1), participacion: null },
  ];
}

/** Only companies have representatives. */
export const representantes_legales: Generator = ({ world, taxpayer }) =>
  taxpayer.subject.kind === 'company' ? { representantes: representativesOf(world, taxpayer) } : null;
