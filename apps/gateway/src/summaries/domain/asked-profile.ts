import type { DocType } from '@vigia/contracts';

export interface AskedProfile {
  corporationId: string;
  taxId: string;
  /** In the order in which they are looked for. */
  docTypes: DocType[];
}
