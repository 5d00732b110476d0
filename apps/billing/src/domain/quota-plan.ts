import type { Refusal } from '@vigia/contracts';
import type { Day } from './lima-day.js';
import { monthsThatFit, unstartedMonths, type Term } from './monitoring.js';
import { calendarMonths, type MonthGrid } from './month-grid.js';
import { contractNotActive, quotaInsufficient } from './refusals.js';

export interface Activation {
  /** Of every profile. */
  months: number;
  lastMonth: number;
  /** Of all profiles together. */
  cost: number;
}

interface ActivationRequest {
  profiles: number;
  /** As many as fit when left out. */
  months?: number | undefined;
  available: number;
  contract: Term;
  on: Day;
  grid?: MonthGrid;
}

/** What monitoring profiles from a day on takes: the same months for each, for all of them or for none. */
export function planActivation({
  profiles,
  months,
  available,
  contract,
  on,
  grid = calendarMonths,
}: ActivationRequest): Activation | Refusal {
  const fit = monthsThatFit(contract, on, grid);
  if (fit === 0) return contractNotActive(contract, on);
  const wanted = months ?? Math.min(fit, Math.floor(available / profiles));
  if (wanted > fit) return { reason: 'months_exceed_contract', months: wanted, fittingMonths: fit, endsOn: contract.endsOn };
  const cost = profiles * wanted;
  if (wanted === 0 || cost > available) return quotaInsufficient({ profiles, months: Math.max(1, wanted), available, fit });
  return { months: wanted, lastMonth: grid.index(on) + wanted - 1, cost };
}

export interface Reprocess {
  /** Months of the current monitoring that go back. */
  returned: number;
  /** Months of the new monitoring, the current one included. */
  deducted: number;
  lastMonth: number;
  /** What it takes from the quota; negative when more goes back than is taken. */
  cost: number;
}

interface ReprocessRequest {
  lastMonth: number;
  /** What is left and the current month when left out, so that the expiry stays. */
  months?: number | undefined;
  available: number;
  contract: Term;
  on: Day;
  grid?: MonthGrid;
}

/** What cancelling a monitoring and starting it anew takes. What goes back is there before anything is taken. */
export function planReprocess({
  lastMonth,
  months,
  available,
  contract,
  on,
  grid = calendarMonths,
}: ReprocessRequest): Reprocess | Refusal {
  const fit = monthsThatFit(contract, on, grid);
  if (fit === 0) return contractNotActive(contract, on);
  const returned = unstartedMonths(lastMonth, on, grid);
  const deducted = months ?? returned + 1;
  if (deducted > fit) return { reason: 'months_exceed_contract', months: deducted, fittingMonths: fit, endsOn: contract.endsOn };
  const cost = deducted - returned;
  if (cost > available) return quotaInsufficient({ profiles: 1, months: deducted, returned, available, fit });
  return { returned, deducted, lastMonth: grid.index(on) + deducted - 1, cost };
}
