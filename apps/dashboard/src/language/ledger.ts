import { useLanguage } from './language.tsx';
import type { Language } from './languages.ts';

interface LedgerWords {
  entries: Record<string, string>;
  operations: Record<string, string>;
  rules: Record<string, string>;
  operator: string;
  credential: string;
  system: string;
  unknown: string;
}

const words: Record<Language, LedgerWords> = {
  es: {
    entries: {
      grant: 'Otorgamiento',
      adjust: 'Ajuste',
      hold: 'Reserva',
      commit: 'Consumo',
      void: 'Liberación',
      return: 'Devolución',
      deduct: 'Descuento',
    },
    operations: {
      load: 'Carga',
      reprocess: 'Actualización forzada',
      activate: 'Activación',
      adjust: 'Ajuste del operador',
      amend: 'Cambio de fin del contrato',
    },
    rules: {
      contract: 'El contrato otorga estos meses al crearse.',
      adjustment: 'El operador agrega o retira meses.',
      'profiles x months': 'Un mes por perfil y mes calendario, contando entero el actual.',
      'rules 2 and 3': 'El nuevo monitoreo menos los meses no iniciados del anterior.',
      'rule 2': 'Vuelven los meses no iniciados del monitoreo anterior.',
      'rule 3': 'Se descuentan los meses del nuevo monitoreo.',
      'contract shortened': 'El contrato termina antes: vuelven los meses posteriores.',
      'voided hold': 'Lo reservado no se usó y vuelve.',
      'expired hold': 'La solicitud quedó sin respuesta y lo reservado vuelve.',
      'revoked hold': 'Un ajuste o un cambio del contrato retira lo reservado.',
    },
    operator: 'Operador',
    credential: 'Credencial',
    system: 'Sistema',
    unknown: 'Sin registro',
  },
  en: {
    entries: { grant: 'Grant', adjust: 'Adjustment', hold: 'Hold', commit: 'Use', void: 'Release', return: 'Return', deduct: 'Deduction' },
    operations: {
      load: 'Load',
      reprocess: 'Forced update',
      activate: 'Activation',
      adjust: 'Adjustment by the operator',
      amend: 'Change of the contract’s end',
    },
    rules: {
      contract: 'The contract grants these months when it is made.',
      adjustment: 'The operator adds or takes months.',
      'profiles x months': 'One month for each profile and calendar month, the current one counted whole.',
      'rules 2 and 3': 'The new monitoring less the months of the old one that have not begun.',
      'rule 2': 'Months of the old monitoring that have not begun come back.',
      'rule 3': 'The months of the new monitoring are deducted.',
      'contract shortened': 'The contract ends sooner: later months come back.',
      'voided hold': 'What was held was not used and comes back.',
      'expired hold': 'The request was never answered, so what was held comes back.',
      'revoked hold': 'An adjustment or a change of the contract takes what was held.',
    },
    operator: 'Operator',
    credential: 'Credential',
    system: 'System',
    unknown: 'Not recorded',
  },
};

/** What stands in a ledger of months, in words. A word that this page does not know yet is shown as it is. */
export function useLedgerWords() {
  const { entries, operations, rules, ...authors } = words[useLanguage().language];
  return {
    entry(kind: string, operation: string | null = null): string {
      const name = entries[kind] ?? kind;
      const cause = operation && operations[operation];
      return cause ? `${cause}: ${name.toLowerCase()}` : name;
    },
    rule: (rule: string): string => rules[rule] ?? rule,
    /** Who did it, as it is kept: `credential vk_…`, `user ana@…`, `operator luz@…`, or a word alone. */
    author(actor: string | null): string {
      const [kind = '', ...name] = (actor ?? 'unknown').split(' ');
      const kinds: Record<string, string> = { ...authors, client: authors.unknown, user: '' };
      return [kinds[kind] ?? kind, ...name].filter(Boolean).join(' ');
    },
  };
}
