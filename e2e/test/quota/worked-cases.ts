import { readFileSync } from 'node:fs';

interface State {
  mode: 'monitoring' | 'query' | 'expired_at_once';
  startedOn?: string;
  lastMonth?: string;
  queryUntil?: string;
}

interface Profile {
  mode: 'monitoring' | 'query' | 'expired' | 'none';
  expiresOn?: string;
  expiresAtUtc?: string;
  queryUntil?: string;
}

interface Expected {
  results?: {
    successful: number;
    failed: number;
    skipped: number;
    errors: { taxId: string; code: string }[];
    monitoringActivationFailed?: number;
  };
  requestError?: string;
  quotaAfter: number;
  profiles: Record<string, Profile>;
  documentCharges?: number;
  ledger?: { taxId: string; refunded: number; deducted: number }[];
}

export interface WorkedCase {
  id: string;
  title: string;
  now: string;
  contract: { kind: 'monthly' | 'one_time'; startsOn: string; endsOn: string | null };
  quotaBefore: number;
  state?: Record<string, State>;
  platformKnown?: string[];
  operation: { type: 'load' | 'bulk_load' | 'forced_update'; taxIds: string[]; isMonitoring?: boolean; months?: number };
  faults?: { quotaDropBetween?: number; loadFails?: string[]; billingDown?: boolean };
  expected: Expected;
}

const file = new URL('worked-cases.json', import.meta.url);
export const workedCases = JSON.parse(readFileSync(file, 'utf8')) as WorkedCase[];

/** Calendar months from the one to the other, both included. */
export function monthsBetween(first: string, last: string): number {
  const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return index(last) - index(first) + 1;
}
