import { docTypes, type DocType } from '@vigia/contracts';
import { IsMonitoring, KindOfDocument, TaxId } from '../loads/load-body.js';

/** Where the summary goes is never in the call: the configurations say so. */
export class TriggerBody {
  @TaxId() taxId: string;
  @KindOfDocument(docTypes) docType: DocType;
  @IsMonitoring() isMonitoring?: boolean;
}

export const triggerExamples = {
  monitoring: { taxId: '20990000019', docType: 'RUC' },
  query: { taxId: 'SIM000001', docType: 'CE', isMonitoring: false },
} satisfies Record<string, TriggerBody>;
