import type { SourceName } from '@vigia/contracts';

/** The RUC in lines to copy. Only the simulator knows the sample; elsewhere, and before its first answer, the reader puts in a RUC. */
export function sampleRuc(simulatedSources: SourceName[]): string {
  return simulatedSources.includes('identificacion') ? '20990000019' : '20…';
}

/** A query for 48 hours: the line to copy must not use the months of a contract. */
export function queryOf(ruc: string): string {
  return `{"taxId":"${ruc}","docType":"RUC","isMonitoring":false}`;
}
