import type { Generator } from '../../domain/inquiry.js';
import { dayText } from '../../domain/month.js';

const monthsFromTroubleToBulletin = 9;

/** The insolvency bulletin always answers: listed or not. */
export const boletin_concursal: Generator = (inquiry) => {
  const { insolvent, troubledSince } = inquiry.taxpayer.condition;
  const listedSince = troubledSince + monthsFromTroubleToBulletin;
  const listed = insolvent && listedSince < inquiry.month;
  const number = String(inquiry.random.integer(1, 400)).padStart(3, '0');
  const day = inquiry.random.integer(1, 28);
  return {
    listado: listed,
    procedimiento: listed
      ? {
          expediente: `${number}-${Math.floor(listedSince / 12)}/CCO`,
          tipo: 'PROCEDIMIENTO CONCURSAL ORDINARIO',
          fecha_publicacion: dayText(listedSince, day),
          estado: 'EN TRAMITE',
        }
      : null,
  };
};
