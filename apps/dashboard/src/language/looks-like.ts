import type { DocType } from '@vigia/contracts';
import type { Language } from './languages.ts';

/** What a number seems to be that is not of the chosen kind. */
export const looksLike: Record<Language, (kinds: readonly DocType[], docType: DocType) => string> = {
  es: (kinds, docType) =>
    `Parece un ${kinds.join(' o un ')}, no un ${docType}${docType === 'CE' && kinds.includes('RUC') ? '. Si es un CE, escriba «CE» delante' : ''}`,
  en: (kinds, docType) =>
    `Looks like a ${kinds.join(' or a ')}, not a ${docType}${docType === 'CE' && kinds.includes('RUC') ? '. If it is a CE, put “CE” before it' : ''}`,
};
