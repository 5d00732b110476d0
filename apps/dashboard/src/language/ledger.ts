import { ledgerWords } from '@vigia/contracts';
import { useLanguage } from './language.tsx';
import type { Language } from './languages.ts';

interface LedgerWords {
  kinds: Record<string, string>;
  operations: Record<string, string>;
  rules: Record<string, string>;
  operator: string;
  credential: string;
  system: string;
  unknown: string;
}

const words: Record<Language, LedgerWords> = {
  es: {
    kinds: ledgerWords.kinds,
    operations: ledgerWords.operations,
    rules: Object.fromEntries(Object.entries(ledgerWords.rules).map(([rule, { explanation }]) => [rule, explanation])),
    operator: 'Operador',
    credential: 'Credencial',
    system: 'Sistema',
    unknown: 'Sin registro',
  },
  en: {
    kinds: { grant: 'Grant', adjust: 'Adjustment', hold: 'Hold', commit: 'Use', void: 'Release', return: 'Return', deduct: 'Deduction' },
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
      'rules 2 and 3': 'The new monitoring minus the months of the old one that have not begun.',
      'rule 2': 'Months of the old monitoring that have not begun are returned.',
      'rule 3': 'The months of the new monitoring are deducted.',
      'contract shortened': 'The contract ends sooner: later months are returned.',
      'voided hold': 'The held months were not used and are returned.',
      'settled hold': 'The profile was updated: the held months are released, and the cost is in other lines of the operation.',
      'expired hold': 'The request was never answered, so the held months are returned.',
      'revoked hold': 'An adjustment or a change of the contract takes the held months.',
    },
    operator: 'Operator',
    credential: 'Credential',
    system: 'System',
    unknown: 'Not recorded',
  },
};

/** The words of the ledger of months. A word that this page does not know is shown unchanged. */
export function useLedgerWords() {
  const { kinds: entries, operations, rules, ...authors } = words[useLanguage().language];
  return {
    entry(kind: string, operation: string | null = null): string {
      const name = entries[kind] ?? kind;
      // A contract's grant already names its cause.
      const cause = operation !== null && operation !== 'contract' && operations[operation];
      return cause ? `${cause}: ${name.toLowerCase()}` : name;
    },
    rule: (rule: string): string => rules[rule] ?? rule,
    /** Who did it, as stored: `credential vk_…`, `user ana@…`, `operator luz@…`, or a single word. */
    author(actor: string | null): string {
      const [kind = '', ...name] = (actor ?? 'unknown').split(' ');
      const kinds: Record<string, string> = { ...authors, client: authors.unknown, user: '' };
      return [kinds[kind] ?? kind, ...name].filter(Boolean).join(' ');
    },
  };
}
