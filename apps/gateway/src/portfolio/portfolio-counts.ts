import { Injectable } from '@nestjs/common';
import type { PortfolioCounts, PortfolioFilters } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { isAsked, valuesOf } from './portfolio-filter.js';
import { planForTheseFilters } from './portfolio-orders.js';
import { WholeReads } from '../limits/whole-reads.js';

const keptMs = 60_000;
const keptFrom = 100_000;
const mostKept = 500;

type By = PortfolioCounts['by'];
interface Counted {
  total: number;
  alert: number[];
  compliance: number[];
  light: number[];
  standing: number[];
  estado: number[];
  mode: number[];
  exposureCents: string;
  withoutDebt: number;
  asOf: Date;
}

const standingOrder = ['loading', 'active', 'expired', 'ended', 'failed'] as const;
const estadoOrder = ['loading', 'succeeded', 'partial', 'failed'] as const;

/** One pass over the filtered rows. An ended query is in no class. */
const statement = sql`
  SELECT count(*)::int AS total,
    ARRAY[count(*) FILTER (WHERE alert = 0)::int, count(*) FILTER (WHERE alert = 1)::int, count(*) FILTER (WHERE alert = 2)::int,
      count(*) FILTER (WHERE alert = 3)::int, count(*) FILTER (WHERE alert = 4)::int, count(*) FILTER (WHERE alert = 5)::int] AS alert,
    ARRAY[count(*) FILTER (WHERE compliance = 0)::int, count(*) FILTER (WHERE compliance = 1)::int,
      count(*) FILTER (WHERE compliance = 2)::int, count(*) FILTER (WHERE compliance = 3)::int] AS compliance,
    ARRAY[count(*) FILTER (WHERE light = 0)::int, count(*) FILTER (WHERE light = 1)::int, count(*) FILTER (WHERE light = 2)::int,
      count(*) FILTER (WHERE light = 3)::int, count(*) FILTER (WHERE light = 4)::int, count(*) FILTER (WHERE light = 5)::int] AS light,
    ARRAY[count(*) FILTER (WHERE standing = 'loading')::int, count(*) FILTER (WHERE standing = 'active')::int,
      count(*) FILTER (WHERE standing = 'expired')::int, count(*) FILTER (WHERE standing = 'ended')::int,
      count(*) FILTER (WHERE standing = 'failed')::int] AS standing,
    ARRAY[count(*) FILTER (WHERE estado = 'loading')::int, count(*) FILTER (WHERE estado = 'succeeded')::int,
      count(*) FILTER (WHERE estado = 'partial')::int, count(*) FILTER (WHERE estado = 'failed')::int] AS estado,
    ARRAY[count(*) FILTER (WHERE mode = 'monitoring')::int, count(*) FILTER (WHERE mode = 'query')::int] AS mode,
    coalesce(sum(exposure_cents), 0)::bigint AS exposure_cents, count(*) FILTER (WHERE exposure_cents IS NULL)::int AS without_debt, now() AS as_of
  FROM (
    SELECT standing, estado, mode, CASE WHEN standing <> 'ended' THEN alert END AS alert, CASE WHEN standing <> 'ended' THEN compliance END AS compliance,
      CASE WHEN standing <> 'ended' THEN light_rank END AS light, CASE WHEN standing <> 'ended' THEN exposure_cents END AS exposure_cents
    FROM profiles.listed_profile WHERE ${isAsked}) AS asked`;

@Injectable()
export class PortfolioCounter {
  private readonly kept = new Map<string, { counts: PortfolioCounts; until: number }>();

  constructor(
    private readonly database: Database,
    private readonly reads: WholeReads,
  ) {}

  async counts(corporationId: string, filters: PortfolioFilters): Promise<PortfolioCounts> {
    const values = valuesOf(corporationId, filters);
    const key = JSON.stringify(values);
    const kept = this.kept.get(key);
    if (kept && kept.until > performance.now()) return kept.counts;
    this.kept.delete(key);
    const counts = await this.reads.shared(corporationId, ['counts', values], () => this.count(values));
    if (counts.total > keptFrom) {
      if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value as string);
      this.kept.set(key, { counts, until: performance.now() + keptMs });
    }
    return counts;
  }

  private async count(values: unknown[]): Promise<PortfolioCounts> {
    const [counted] = await this.database.transaction((tx) => {
      tx.send(planForTheseFilters);
      return tx.rows<Counted>(statement, values);
    });
    const { total, alert, compliance, light, standing, estado, mode, exposureCents, withoutDebt, asOf } = counted!;
    const named = (names: readonly string[], numbers: number[]) =>
      Object.fromEntries(names.map((name, place) => [name, numbers[place] ?? 0]));
    return {
      total,
      by: {
        alert,
        compliance,
        light,
        standing: named(standingOrder, standing) as By['standing'],
        estado: named(estadoOrder, estado) as By['estado'],
        mode: named(['monitoring', 'query'], mode) as By['mode'],
      },
      exposureCents: Number(exposureCents),
      withoutDebt,
      asOf: asOf.toISOString(),
    };
  }
}
