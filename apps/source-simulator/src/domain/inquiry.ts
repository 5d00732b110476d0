import type { SourceName } from '@vigia/contracts';
import { severityOf } from './condition.js';
import { type Month, monthsUpTo } from './month.js';
import { nameOf } from './subject.js';
import type { Taxpayer } from './taxpayer.js';
import type { Random, World } from './world.js';

/** One question to one source: everything that a generator may read. */
export class Inquiry {
  /** The stream of this taxpayer and source. The values that a generator draws from it must not depend on the month of the question. */
  readonly random: Random;

  constructor(
    readonly world: World,
    readonly taxpayer: Taxpayer,
    private readonly source: SourceName,
    readonly month: Month,
  ) {
    this.random = world.stream(taxpayer.subject.key, source);
  }

  /** The stream of one month of this taxpayer and source. */
  in(month: Month): Random {
    return this.world.stream(this.taxpayer.subject.key, this.source, month);
  }

  /** Months whose figures are published, oldest first. */
  published(count: number, lagMonths: number): Month[] {
    return monthsUpTo(this.month - lagMonths, count);
  }

  /** The same in all sources: a taxpayer's trouble shows in the same months everywhere. */
  severity(month: Month): number {
    const noise = this.world.stream(this.taxpayer.subject.key, 'gravedad', month).next();
    return severityOf(this.taxpayer.condition, month, noise);
  }

  get name(): string {
    return this.taxpayer.traits.name ?? nameOf(this.world, this.taxpayer.subject);
  }
}

/** The raw answer of a source; null when it holds nothing about the taxpayer. */
export type Generator = (inquiry: Inquiry) => object | null;
