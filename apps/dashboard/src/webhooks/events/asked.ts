import { momentsOf } from '#language/day.ts';
import { typedDocument } from '#language/document.ts';

type Texts = Record<string, string | undefined>;

/** Turns the parameters of this page's address into those of an operation; both days are whole days in Lima. */
export function askedBy({ webhook, health, from, to, tests, before, after }: Texts) {
  return {
    limit: '25',
    configurationId: webhook,
    health: health as 'FAILED' | undefined,
    isTest: tests as 'true' | undefined,
    ...momentsOf({ from, to }),
    before,
    after,
  };
}

/** The number of a typed document. Part of a number would find nothing, so it is not searched for. */
export function wholeTaxId(typed: string): string | undefined {
  const { taxId } = typedDocument(typed);
  return /^[0-9A-Z]{8,12}$/.test(taxId) ? taxId : undefined;
}
