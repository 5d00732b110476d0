import type { EntryKind, EntryRule, OperationKind } from './quota-reports.js';

/** What a line of the ledger does, by the kind of its entry. */
const kinds: Record<EntryKind, string> = {
  grant: 'Otorgamiento',
  adjust: 'Ajuste',
  hold: 'Reserva',
  commit: 'Consumo',
  void: 'Liberación',
  return: 'Devolución',
  deduct: 'Descuento',
};

const operations: Record<OperationKind, string> = {
  contract: 'Contrato',
  load: 'Carga',
  reprocess: 'Actualización forzada',
  activate: 'Activación',
  adjust: 'Ajuste del operador',
  amend: 'Cambio de fin del contrato',
};

interface Rule {
  name: string;
  explanation: string;
}

const rules: Record<EntryRule, Rule> = {
  contract: { name: 'Contrato', explanation: 'El contrato otorga estos meses al crearse.' },
  adjustment: { name: 'Ajuste', explanation: 'El operador agrega o retira meses por el motivo que se indica.' },
  'profiles x months': {
    name: 'Perfiles por meses',
    explanation: 'Cada perfil usa un mes de la cuota por cada mes calendario de monitoreo, incluido entero el mes en curso.',
  },
  'rules 2 and 3': {
    name: 'Costo neto de la actualización',
    explanation:
      'Se reserva lo que cuesta el nuevo monitoreo menos los meses no iniciados del anterior, hasta saber si el perfil se actualizó.',
  },
  'rule 2': {
    name: 'Meses no iniciados',
    explanation: 'Al actualizar, los meses no iniciados del monitoreo anterior vuelven a la cuota; el mes en curso no vuelve.',
  },
  'rule 3': {
    name: 'Nuevo monitoreo',
    explanation: 'Al actualizar, se descuentan los meses del nuevo monitoreo, incluido entero el mes en curso.',
  },
  'contract shortened': {
    name: 'Contrato acortado',
    explanation: 'El contrato termina antes: los meses enteros posteriores a su nuevo fin vuelven a la cuota.',
  },
  'voided hold': { name: 'Reserva sin uso', explanation: 'Lo reservado no se usó y vuelve a estar disponible.' },
  'settled hold': {
    name: 'Reserva liquidada',
    explanation: 'El perfil se actualizó: lo reservado se libera y el costo se registra en otras líneas de la misma operación.',
  },
  'expired hold': {
    name: 'Reserva vencida',
    explanation: 'La solicitud quedó sin respuesta y lo que había reservado vuelve a estar disponible.',
  },
  'revoked hold': {
    name: 'Reserva revocada',
    explanation: 'Un ajuste o un cambio del contrato retira lo reservado antes de que se use.',
  },
};

/** The Spanish words for the ledger of months, in files for accountants and on the page. */
export const ledgerWords = { kinds, operations, rules };
