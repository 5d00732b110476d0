import type { CopiedRows } from '../reading/source-file.js';
import type { ListedEntity } from './listed-entity.js';

/** A taxpayer in a register of SUNAT. Days are written `2026-11-20`. */
export interface Mark {
  ruc: string;
  name: string | null;
  since: string | null;
  resolution: string | null;
}

/** A representative, partner or organ of a supplier of the state. */
export interface Member {
  ruc: string;
  docType: string | null;
  document: string | null;
  name: string;
  role: string;
  since: string | null;
  legalForm: string | null;
}

export interface Sanctioned {
  /** A RUC, a DNI, or whatever the register prints in their place. */
  document: string | null;
  name: string;
  startsOn: string | null;
  /** Null if it does not end. */
  endsOn: string | null;
  resolution: string | null;
  authority: string | null;
  reason: string | null;
  /** In soles, as published. */
  amount: string | null;
  /**
   * Details that only this register has, such as a representative, `inverted: true` if it ends before it starts, and `unread: true` if a line
   * of it was rejected.
   */
  details: Record<string, unknown>;
}

export interface Rate {
  series: string;
  /** `2026-09` or `2026-09-30` */
  period: string;
  /** Null if no rate is published. */
  value: string | null;
}

export interface Activity {
  code: string;
  name: string;
}

/** What a register without columns of its own in our tables says about a document, under the register's own names. */
export interface Fact {
  docType: string | null;
  document: string | null;
  facts: Record<string, unknown>;
  /**
   * Its line was rejected. The fact keeps the document, so that nobody takes it for a document without a line, and lacks what a reader needs.
   */
  unread?: true;
}

/** The rows that a layout yields, by kind of data set. */
export interface RowOf {
  taxpayers: CopiedRows;
  premises: CopiedRows;
  marks: Mark;
  suppliers: Member;
  sanctioned: Sanctioned;
  trade: CopiedRows;
  rates: Rate;
  activities: Activity;
  facts: Fact;
  list: ListedEntity;
}
