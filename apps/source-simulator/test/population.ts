import { rucCheckDigit, type Document } from '@vigia/contracts';

const numbers = Array.from({ length: 300 }, (_, i) => i);

/** Invented documents, none of them magic. */
export const companies: Document[] = numbers.map((number) => {
  const digits = `2099${String(500_000 + number)}`;
  return { docType: 'RUC', taxId: `${digits}${rucCheckDigit(digits)}` };
});

export const people: Document[] = numbers.slice(0, 80).map((number) => ({ docType: 'DNI', taxId: `9999${String(5_000 + number)}` }));
