import type { RequestName, PayloadOf, ReplyOf } from '@vigia/contracts';
import type { Database } from '@vigia/database';

/** `attention`: something should be done, and everything works. `wrong`: something does not work, or soon will not. */
export type Standing = 'fine' | 'attention' | 'wrong';

export interface Finding {
  check: string;
  standing: Standing;
  found: string;
  /** What to do about it. */
  advice?: string;
}

export interface Examined {
  environment: Record<string, string | undefined>;
  databaseUrl: string;
  brokerUrl: string;
  database: Database;
  now: () => number;
  ask: <N extends RequestName>(name: N, payload: PayloadOf<N>) => Promise<ReplyOf<N>>;
}

export type Check = (examined: Examined) => Promise<Finding[]>;

export const fine = (check: string, found: string): Finding => ({ check, standing: 'fine', found });
export const attention = (check: string, found: string, advice: string): Finding => ({ check, standing: 'attention', found, advice });
export const wrong = (check: string, found: string, advice: string): Finding => ({ check, standing: 'wrong', found, advice });
