import type { Document } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import type { Origin, SourceAnswer } from '../domain/source-answer.js';
import { beginningOf } from './domain/register-texts.js';

/** How a source is answered from imported data. */
export interface RegistryReader {
  /** It answers as soon as one of these is in force. */
  datasets: readonly string[];
  /** Undefined if the versions in force cannot answer. */
  read(database: Database, document: Document): Promise<SourceAnswer | undefined>;
}

/** A version as `registry.current_version` names it. */
export interface Version {
  dataset: string;
  label: string;
  /** `2026-11-20` */
  day: string;
}

export function originOf({ label, day }: Version): Origin {
  return { sourceVersion: label, observedAt: beginningOf(day) };
}
