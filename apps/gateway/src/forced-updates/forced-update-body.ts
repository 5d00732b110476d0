import { Months, TaxIds } from '../loads/load-body.js';

const taxIds =
  'document numbers of profiles that are active in your portfolio, of whatever type; a number that fits no type is an entry of errors';
const months =
  'only counts for monitoring under a one-time plan: months of monitoring from now on, the current one included; when left out, each profile keeps the day it expires';

export class ForcedUpdateBody {
  @TaxIds(taxIds) taxIds: string[];
  @Months(months) months?: number;
}

export const forcedUpdateBodies = {
  default: { taxIds: ['20990000019', '99990002'] },
  months: { taxIds: ['20990000019'], months: 6 },
} satisfies Record<string, ForcedUpdateBody>;
