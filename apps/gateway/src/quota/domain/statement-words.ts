import { ledgerWords, type OperationKind } from '@vigia/contracts';

const authors: [RegExp, string][] = [
  [/^(?:client|unknown)$/, 'sin registro'],
  [/^credential /, 'credencial '],
  [/^user /, 'usuario '],
  [/^operator\b/, 'operador'],
  [/^system$/, 'sistema'],
];

/** During an update billing may use a word that this gateway does not know: it is shown unchanged, without an explanation. */
export const statementWords = {
  kind: (kind: string): string => found(ledgerWords.kinds, kind) ?? kind,
  operation: (kind: OperationKind): string => ledgerWords.operations[kind] ?? kind,
  rule: (rule: string): { name: string; explanation: string | null } => found(ledgerWords.rules, rule) ?? { name: rule, explanation: null },
  author: (actor: string): string => authors.reduce((text, [pattern, words]) => text.replace(pattern, words), actor),
};

function found<Word>(words: Record<string, Word>, key: string): Word | undefined {
  return words[key];
}
