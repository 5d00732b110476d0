import { VigiaError } from '@vigia/contracts';

/** Secrets by number. A number is never reused. */
export interface Secrets {
  /** Signs. */
  signing: number;
  /** Also valid: the next one while it is prepared, the previous one after the switch. */
  other: number | null;
  /** The highest number so far. */
  made: number;
}

type ChangeState = 'none' | 'prepared' | 'switched';
export type SecretStep = 'prepare' | 'withdraw' | 'switch' | 'revert' | 'end';
type Refusal = 'secret_prepared' | 'secret_not_prepared' | 'secret_switched' | 'secret_not_switched';

export function changeState({ signing, other }: Pick<Secrets, 'signing' | 'other'>): ChangeState {
  if (other === null) return 'none';
  return other > signing ? 'prepared' : 'switched';
}

const refusals: Record<SecretStep, Partial<Record<ChangeState, Refusal>>> = {
  prepare: { prepared: 'secret_prepared', switched: 'secret_switched' },
  withdraw: { none: 'secret_not_prepared', switched: 'secret_switched' },
  switch: { none: 'secret_not_prepared', switched: 'secret_switched' },
  revert: { none: 'secret_not_switched', prepared: 'secret_not_switched' },
  end: { none: 'secret_not_switched', prepared: 'secret_not_switched' },
};

/**
 * One change at a time: a new secret is prepared, then it signs, then the old one is forgotten. Each of the first two steps can be undone.
 */
export function afterStep(step: SecretStep, { signing, other, made }: Secrets): Secrets {
  const refusal = refusals[step][changeState({ signing, other })];
  if (refusal) throw VigiaError.of(refusal);
  if (step === 'prepare') return { signing, other: made + 1, made: made + 1 };
  if (step === 'withdraw' || step === 'end' || other === null) return { signing, other: null, made };
  return { signing: other, other: signing, made };
}
