import { creditRatings, month, nullable, type FinanzasSection } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { exactSum } from '../../domain/periods.js';
import { soles } from '../../domain/register-values.js';
import { defineMapping } from '../source-mapping.js';

const link = Type.Object({
  direccion: Type.Enum(['a_favor', 'como_garante']),
  rol: Type.Enum(['aval', 'codeudor']),
  contraparte: Type.Object({ tipo_documento: Type.String(), numero_documento: Type.String(), nombre: Type.String() }),
  entidad: nullable(Type.String()),
  monto: nullable(soles),
  calificacion: nullable(Type.Enum([...creditRatings])),
});
type Link = Static<typeof link>;

/** Who guarantees whose debt, at one cut. */
const debtLinks = Type.Object({ corte: nullable(month('the cut')), vinculos: Type.Array(link) });
export type DebtLinks = Static<typeof debtLinks>;

type CoDebtors = FinanzasSection['codeudores_avales'];
type Direction = CoDebtors['a_favor'];

export const codeudores_avales = defineMapping({ answer: debtLinks, piece: coDebtors });

function coDebtors(raw: DebtLinks | null): CoDebtors {
  const links = (direction: Link['direccion']) => raw?.vinculos.filter(({ direccion }) => direccion === direction) ?? [];
  return { corte: raw?.corte ?? null, a_favor: directionOf(links('a_favor')), como_garante: directionOf(links('como_garante')) };
}

function directionOf(links: readonly Link[]): Direction {
  const guarantors = links.filter(({ rol }) => rol === 'aval');
  const coDebtors = links.filter(({ rol }) => rol === 'codeudor');
  return {
    total: totalOf(links),
    por_aval: totalOf(guarantors),
    por_codeudor: totalOf(coDebtors),
    avales: distinct(guarantors),
    codeudores: distinct(coDebtors),
    contrapartes: distinct(links),
    vinculos: onePerPair(links),
  };
}

function reportedAmounts(links: readonly Link[]): number[] {
  return links.map(({ monto }) => monto).filter((amount) => amount !== null);
}

function totalOf(links: readonly Link[]): number {
  return exactSum(reportedAmounts(links));
}

/** A partial document alone does not distinguish two people. */
function identity({ contraparte: { tipo_documento, numero_documento, nombre } }: Link): string {
  const isPartial = !/^[0-9A-Za-z]+$/.test(numero_documento);
  return JSON.stringify([tipo_documento, numero_documento, isPartial && nombre]);
}

function distinct(links: readonly Link[]): number {
  return new Set(links.map(identity)).size;
}

/** Several debts with the same counterparty, role and lender are one link. */
function onePerPair(links: readonly Link[]): Direction['vinculos'] {
  const pairs = new Map<string, [Link, ...Link[]]>();
  for (const link of links) {
    const pair = JSON.stringify([link.rol, identity(link), link.entidad]);
    pairs.set(pair, [...(pairs.get(pair) ?? []), link] as [Link, ...Link[]]);
  }
  return [...pairs.values()].map((pair) => {
    const [{ rol, contraparte, entidad }] = pair;
    const { numero_documento: doc, tipo_documento: tipo_doc, nombre } = contraparte;
    const monto = reportedAmounts(pair).length > 0 ? totalOf(pair) : null;
    return { rol, contraparte: { doc, tipo_doc, nombre }, entidad, monto, calificacion: rol === 'aval' ? worst(pair) : null };
  });
}

function worst(links: readonly Link[]) {
  return creditRatings.findLast((rating) => links.some(({ calificacion }) => calificacion === rating)) ?? null;
}
