import { cents } from '../../domain/amount.js';
import { inventedCompany, inventedPerson, type Counterparty } from '../../domain/counterparty.js';
import type { Generator, Inquiry } from '../../domain/inquiry.js';
import { monthText } from '../../domain/month.js';
import { lenders } from '../../material/lenders.js';

const publicationLagMonths = 2;
const ratingNames = ['NOR', 'NOR', 'NOR', 'CPP', 'DEF'];

/** Who answers for whose debt: the latest cut only, it is not a monthly series. */
export const codeudores_avales: Generator = (inquiry) => {
  const { guarantors, guaranteed } = inquiry.taxpayer.traits;
  if (guarantors + guaranteed === 0) return null;
  const firstPerson = inquiry.random.integer(0, 9_999);
  return {
    corte: monthText(inquiry.month - publicationLagMonths),
    vinculos: [
      ...Array.from({ length: guarantors }, (_, i) => link(inquiry, 'a_favor', firstPerson + i, i)),
      ...Array.from({ length: guaranteed }, (_, i) => link(inquiry, 'como_garante', firstPerson + guarantors + i, i)),
    ],
  };
};

function link({ world, taxpayer, random }: Inquiry, direccion: 'a_favor' | 'como_garante', person: number, position: number) {
  const rol = random.chance(0.6) ? 'aval' : 'codeudor';
  const company = inventedCompany(world, random);
  const contraparte = random.chance(0.15) ? company : inventedPerson(world, person);
  const amount = cents(random.between([1_000, 150_000]));
  const rating = random.pick(ratingNames);
  const lender = random.pick(lenders);
  const incomplete = taxpayer.traits.partialDocuments;
  return {
    direccion,
    rol,
    contraparte: incomplete && position % 2 === 0 ? masked(contraparte) : contraparte,
    entidad: incomplete && position % 3 === 2 ? null : lender,
    monto: incomplete && position % 3 === 1 ? null : amount,
    calificacion: rol === 'aval' ? rating : null,
  };
}

function masked(counterparty: Counterparty): Counterparty {
  return { ...counterparty, numero_documento: `***${counterparty.numero_documento.slice(-4)}` };
}
