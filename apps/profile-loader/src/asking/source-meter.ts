import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SourceName } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { Histogram } from 'prom-client';
import { type AnswerTimes, noTimes, rangeOf } from '../domain/answer-times.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { type ProfileLoaderSettings, workedSources } from '../settings.js';
import { Sources } from './sources.js';

const questions = new Histogram({
  name: 'vigia_source_answer_seconds',
  help: 'Time of one question to a source, by outcome',
  labelNames: ['source', 'outcome'],
  buckets: [0.02, 0.1, 0.3, 1, 3, 10, 30],
});

interface Measured {
  asked: number;
  failed: number;
  timedOut: number;
  times: AnswerTimes;
  lastAnswerAt: Date | null;
  /** Null if no answer has told it. */
  isSimulated: boolean | null;
}

export const reportEveryMs = 15_000;

/**
 * Counts questions in memory and adds the counts to the rows of all replicas from time to time, so a question costs no statement. Only the
 * simulator's first answer for a source is written at once, so that every screen marks it as simulated.
 */
@Injectable()
export class SourceMeter {
  private readonly replica = randomUUID();
  private measured = new Map<SourceName, Measured>();
  private readonly toldAsSimulated = new Set<SourceName>();
  private reporting: Promise<void> = Promise.resolve();
  private nextReport: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly sources: Sources,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  /** A question that was never put says nothing about the source: the circuit is open, a quota is used up, or there is nobody to screen. */
  async note(source: SourceName, answer: SourceAnswer, seconds: number): Promise<void> {
    if (answer.outcome === 'failed' && (answer.unasked || answer.reason === 'nobody_to_screen')) return;
    const failure = answer.outcome === 'failed' ? answer.reason : undefined;
    questions.observe({ source, outcome: failure ?? answer.outcome }, seconds);
    const one = this.measured.get(source) ?? { asked: 0, failed: 0, timedOut: 0, times: noTimes(), lastAnswerAt: null, isSimulated: null };
    one.asked += 1;
    one.times[rangeOf(seconds * 1000)]! += 1;
    if (failure) one.failed += 1;
    else if (answer.outcome === 'not_contracted') {
      if (one.isSimulated) Object.assign(one, { lastAnswerAt: null, isSimulated: false });
    } else {
      one.lastAnswerAt = new Date();
      // An `unknown_taxpayer` answer does not say who gave it.
      if (answer.outcome !== 'unknown_taxpayer') one.isSimulated = 'trail' in answer && answer.trail?.simulated === true;
    }
    if (failure === 'timeout') one.timedOut += 1;
    this.measured.set(source, one);
    if (one.isSimulated === false) this.toldAsSimulated.delete(source);
    else if (one.isSimulated && !this.toldAsSimulated.has(source)) {
      await this.database.rows(noteAnswer, [source, one.lastAnswerAt, true]);
      this.toldAsSimulated.add(source);
    }
  }

  /** All callers that come during a report share the next one, so that each of them finds everything that was counted before. */
  report(): Promise<void> {
    this.nextReport ??= this.reporting.then(() => {
      this.nextReport = undefined;
      const report = this.reportCounts();
      this.reporting = report.catch(() => undefined);
      return report;
    });
    return this.nextReport;
  }

  /** Counts that could not be written are missing from the figures: a retry might count them twice. */
  private async reportCounts(): Promise<void> {
    const [measured, minute] = [this.measured, new Date()];
    this.measured = new Map();
    // Another replica may delete what this one has reported.
    this.toldAsSimulated.clear();
    await this.database.transaction(async (tx) => {
      // In a fixed order, so that two replicas never wait for each other.
      for (const [source, one] of [...measured].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const { asked, failed, timedOut, times, lastAnswerAt, isSimulated } = one;
        tx.send(addToMinute, [minute, source, asked, failed, timedOut, times]);
        if (lastAnswerAt) tx.send(noteAnswer, [source, lastAnswerAt, isSimulated]);
        // Not contracted: nobody answers for it.
        else if (asked > failed) tx.send(forgetInvented, [source]);
      }
      const circuits = this.circuits();
      tx.send(reportCircuits, [circuits.map(({ source }) => source), this.replica, circuits.map(({ open }) => open)]);
      tx.send(sql`DELETE FROM profiles.source_minute WHERE minute < now() - interval '2 hours'`);
      tx.send(sql`DELETE FROM profiles.source_circuit WHERE reported_at < now() - interval '2 hours'`);
    });
  }

  /** The circuits of a process end with it. */
  async end(): Promise<void> {
    await this.report();
    await this.database.rows(sql`DELETE FROM profiles.source_circuit WHERE replica = $1`, [this.replica]);
  }

  private circuits(): { source: SourceName; open: boolean }[] {
    return workedSources(this.settings.sources).flatMap((source) => {
      const open = this.sources.isCircuitOpen(source);
      return open === undefined ? [] : [{ source, open }];
    });
  }
}

/** The row may have been written with the ranges of another version: ranges that one of the two lacks count as zero. */
const addToMinute = sql`
  INSERT INTO profiles.source_minute (minute, source, asked, failed, timed_out, times)
  VALUES (date_trunc('minute', $1::timestamptz), $2, $3, $4, $5, $6)
  ON CONFLICT (minute, source) DO UPDATE SET asked = source_minute.asked + excluded.asked, failed = source_minute.failed + excluded.failed,
    timed_out = source_minute.timed_out + excluded.timed_out,
    times = ARRAY(SELECT coalesce(one, 0) + coalesce(other, 0)
      FROM unnest(source_minute.times, excluded.times) WITH ORDINALITY AS both_times (one, other, range) ORDER BY range)`;

const noteAnswer = sql`
  INSERT INTO profiles.source_last_answer (source, answered_at, simulated) VALUES ($1, $2, coalesce($3, false))
  ON CONFLICT (source) DO UPDATE SET answered_at = greatest(source_last_answer.answered_at, excluded.answered_at),
    simulated = coalesce($3, source_last_answer.simulated)`;

/** A simulated answer is not the last answer of a source that nobody answers for. */
const forgetInvented = sql`DELETE FROM profiles.source_last_answer WHERE source = $1 AND simulated`;

const reportCircuits = sql`
  INSERT INTO profiles.source_circuit (source, replica, open, reported_at)
  SELECT source, $2::uuid, open, now() FROM unnest($1::text[], $3::boolean[]) AS reported (source, open)
  ON CONFLICT (source, replica) DO UPDATE SET open = excluded.open, reported_at = excluded.reported_at`;
