import { rucCheckDigit } from '@vigia/contracts';
import { nameOf } from './names.js';
import type { Random } from './random.js';
import { personOfDni, subjectOf } from './subject.js';
import type { World } from './world.js';

export interface Counterparty {
  tipo_documento: 'DNI' | 'RUC';
  numero_documento: string;
  nombre: string;
}

const inventedDnis = 10_000;

/** Different people for different numbers below 10 000, all from the invented 9999… block, under the name that they have everywhere. */
export function inventedPerson(world: World, number: number): Counterparty {
  const dni = `9999${String(number % inventedDnis).padStart(4, '0')}`;
  return { tipo_documento: 'DNI', numero_documento: dni, nombre: nameOf(world, personOfDni(dni)) };
}

export function inventedCompany(world: World, random: Random): Counterparty {
  const digits = `2099${String(random.integer(0, 999_999)).padStart(6, '0')}`;
  const taxId = `${digits}${rucCheckDigit(digits)}`;
  return { tipo_documento: 'RUC', numero_documento: taxId, nombre: nameOf(world, subjectOf({ docType: 'RUC', taxId })) };
}
