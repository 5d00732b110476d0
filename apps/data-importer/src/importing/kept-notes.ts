import { isDay } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { Notes, Reject } from '../reading/source-file.js';
import { BeyondLimits, type Limits } from './domain/limits.js';
import { storable } from './domain/problems.js';

const keptPerReason = 1_000;
const keptText = 200;
const keptUnknown = 50;
const company = /^20\d{9}$/;
const rucFirst = /^(\d{11})\s*\|/;

/** A layout's notes about a file while it reads it. */
export class KeptNotes implements Notes {
  rejectedByReason: Record<string, number> = {};
  unknownValues: Record<string, number> = {};
  lineCount = 0;
  unknownCount = 0;
  unreadColumns: string[] = [];
  lackingColumns: string[] = [];
  publishedOn: string | undefined;
  partOf: string | undefined;
  takes?: (ruc: string) => boolean;
  isKeyed = false;
  /** Without them, a file is read to its end, such as one that an operator accepts. */
  limits?: Limits;
  private kept: Reject[] = [];

  constructor(private readonly onLines: (count: number) => void) {}

  get rejected(): number {
    return Object.values(this.rejectedByReason).reduce((sum, count) => sum + count, 0);
  }

  reject(reject: Reject): void {
    const count = (this.rejectedByReason[reject.reason] ?? 0) + 1;
    this.rejectedByReason[reject.reason] = count;
    if (count <= keptPerReason) this.kept.push({ ...reject, text: this.mayKeep(reject) ? storable(reject.text.slice(0, keptText)) : '' });
  }

  /** Persons who are not taken are not kept as rejected lines either, nor is a line that does not say whose it is. */
  private mayKeep({ text }: Reject): boolean {
    if (!this.takes) return true;
    const ruc = rucFirst.exec(text)?.[1];
    return ruc !== undefined && (company.test(ruc) || this.takes(ruc));
  }

  published(day: string): void {
    if (isDay(day)) this.publishedOn = day;
  }

  part(day: string): void {
    if (isDay(day)) this.partOf = day;
  }

  lines(count: number): void {
    this.lineCount = count;
    this.onLines(count);
    const problem = this.limits?.whileRead({ lines: count, unknown: this.unknownCount });
    if (problem) throw new BeyondLimits(problem);
  }

  unknown(what: string): void {
    this.unknownCount += 1;
    const value = storable(what.slice(0, keptText));
    const isNew = this.unknownValues[value] === undefined;
    if (isNew && Object.keys(this.unknownValues).length >= keptUnknown) return;
    this.unknownValues[value] = (this.unknownValues[value] ?? 0) + 1;
  }

  unreadColumn(title: string): void {
    this.unreadColumns.push(storable(title.trim()));
  }

  lackingColumn(title: string): void {
    this.lackingColumns.push(title);
  }

  /** The file is read once more. */
  startOver(): void {
    [this.unreadColumns, this.lackingColumns] = [[], []];
    [this.rejectedByReason, this.unknownValues, this.kept] = [{}, {}, []];
    [this.lineCount, this.unknownCount] = [0, 0];
  }

  /** They do not depend on the transaction of the import: why a version was refused must stay readable. */
  async write(database: Database, version: number): Promise<void> {
    await database.transaction(async (tx) => {
      tx.send(sql`DELETE FROM registry.reject WHERE version = $1`, [version]);
      tx.send(
        sql`INSERT INTO registry.reject (version, line, reason, text)
            SELECT $1, line, reason, text FROM jsonb_to_recordset($2::jsonb) AS reject (line int, reason text, text text)`,
        [version, JSON.stringify(this.kept)],
      );
      tx.send(sql`UPDATE registry.version SET lines = $2, rejected = $3, rejected_by_reason = $4, unknown = $5 WHERE id = $1`, [
        version,
        this.lineCount,
        this.rejected,
        JSON.stringify(this.rejectedByReason),
        JSON.stringify(this.unknownValues),
      ]);
    });
  }
}
