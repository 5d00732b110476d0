import type { Random } from '../../domain/random.js';
import { neighbourhoods, streetKinds, streetNames } from '../../material/addresses.js';
import { districts } from '../../material/districts.js';

export function fiscalAddress(random: Random) {
  const { ubigeo, departamento, provincia, distrito } = random.pick(districts);
  const interior = random.integer(101, 999);
  const neighbourhood = random.pick(neighbourhoods);
  return {
    ubigeo,
    tipo_via: random.pick(streetKinds),
    nombre_via: random.pick(streetNames),
    numero: String(random.integer(100, 2999)),
    interior: random.chance(0.4) ? String(interior) : null,
    urbanizacion: random.chance(0.5) ? neighbourhood : null,
    departamento,
    provincia,
    distrito,
  };
}
