import type { SourceName } from '@vigia/contracts';
import { severityOf } from './condition.js';
import { monthsUpTo, type Month } from './month.js';
import { nameOf } from './names.js';
import type { Random } from './random.js';
import type { Taxpayer } from './taxpayer.js';
import type { World } from './world.js';

/** One question to one source: all that a generator may look at. */
export class Inquiry {
  /** The stream of this taxpayer and source. What it draws must not depend on the month of asking. */
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

  /** Months whose figures are out, oldest first. */
  published(count: number, lagMonths: number): Month[] {
    return monthsUpTo(this.month - lagMonths, count);
  }

  /** All sources feel a taxpayer's trouble in the same months. */
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
