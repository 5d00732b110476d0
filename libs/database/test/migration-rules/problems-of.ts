import { lockTimeoutMs } from '../../src/connection/open-database.js';
import { statementsOf } from './statements-of.js';

interface Rule {
  /** What a statement must not match. */
  is: RegExp;
  unless?: RegExp;
  /** Whether the statement is harmless for a table that the same migration creates. */
  sparesNew: boolean;
  problem: string;
}

/** These statements hold a lock while they read or write a whole table, and everybody who needs that table waits. */
const lockRules: Rule[] = [
  {
    is: /^CREATE (UNIQUE )?INDEX /i,
    unless: /^CREATE (UNIQUE )?INDEX CONCURRENTLY /i,
    sparesNew: true,
    problem: 'nobody can write while the index is built: CREATE INDEX CONCURRENTLY, in a migration that is no transaction',
  },
  { is: /^(DROP INDEX|REINDEX) /i, unless: /CONCURRENTLY /i, sparesNew: false, problem: 'locks the table: CONCURRENTLY' },
  {
    is: /\bADD (COLUMN )?(IF NOT EXISTS )?(?!CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE)\w+ [^,]*NOT NULL/i,
    unless: /DEFAULT/i,
    sparesNew: true,
    problem: 'fails where there is a row, and the release before writes none: give it a DEFAULT, or allow null until a cleanup',
  },
  {
    is: /\bADD (COLUMN )?(IF NOT EXISTS )?\w+ [^,]*(\b(big|small)?serial\b|GENERATED|DEFAULT [^,]*(random|uuid|clock_timestamp|nextval))/i,
    sparesNew: true,
    problem: 'writes the whole table anew: add it empty, and fill it row by row',
  },
  { is: /\bALTER (COLUMN )?\w+ (SET DATA )?TYPE /i, sparesNew: true, problem: 'writes the whole table anew: add another column' },
  {
    is: /\bALTER (COLUMN )?\w+ SET NOT NULL/i,
    sparesNew: true,
    problem: 'reads the whole table under a lock: ADD CONSTRAINT … NOT NULL … NOT VALID, then VALIDATE CONSTRAINT in the next migration',
  },
  {
    is: /\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY|NOT NULL)\b|\bADD (COLUMN )?\w+ [^,]*\bREFERENCES\b/i,
    unless: /NOT VALID/i,
    sparesNew: true,
    problem: 'reads the whole table under a lock: NOT VALID, then VALIDATE CONSTRAINT in the next migration',
  },
  {
    is: /\bADD (CONSTRAINT \w+ )?(PRIMARY KEY|UNIQUE|EXCLUDE)\b/i,
    unless: /USING INDEX \w+/i,
    sparesNew: true,
    problem: 'builds an index under a lock: build it CONCURRENTLY before, then USING INDEX',
  },
  { is: /^(LOCK|CLUSTER|VACUUM|TRUNCATE)\b/i, sparesNew: true, problem: 'locks the table for as long as it takes' },
  { is: /^(UPDATE|DELETE)\b/i, unless: /\bWHERE\b/i, sparesNew: true, problem: 'locks every row at once: in pieces, each with a WHERE' },
  { is: /^(REFRESH MATERIALIZED VIEW) /i, unless: /CONCURRENTLY/i, sparesNew: true, problem: 'locks its readers out: CONCURRENTLY' },
];

/** Replicas of the previous release keep running during the migration, and afterwards until each has been replaced. */
const releaseRules: Rule[] = [
  { is: /\bDROP (COLUMN )(IF EXISTS )?\w+/i, sparesNew: true, problem: 'the release before may use the column: in a cleanup' },
  {
    is: /^DROP (TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|PROCEDURE|TYPE|SCHEMA|DOMAIN|SEQUENCE)\b/i,
    sparesNew: false,
    problem: 'the release before may use it: in a cleanup',
  },
  { is: /\bRENAME\b|\bSET SCHEMA\b/i, sparesNew: true, problem: 'the release before knows only the old name: add the new one beside it' },
  { is: /^REVOKE\b/i, sparesNew: true, problem: 'the release before may need the right: in a cleanup' },
];

const altersTable = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w.]+)/i;
/** Their lock keeps nobody from reading or writing, neither while they have it nor while they wait for it. */
const locksNobodyOut = /^ALTER TABLE [\w.]+ (VALIDATE CONSTRAINT|SET \()/i;
const setsLockTimeout = /^SET (LOCAL )?lock_timeout\b/i;
const lockTimeout = /\block_timeout = '(\d+)(ms|s)'/i;
/** This statement locks two tables and names one. */
const dropsForeignKey = /\bDROP CONSTRAINT (IF EXISTS )?\w+_fkey\b/i;

/** Why a migration may not run beside the previous release. A cleanup runs after that release is gone, and may remove what it used. */
export function problemsOf(texts: readonly string[], { isCleanup = false } = {}): string[] {
  const rules = isCleanup ? lockRules : [...lockRules, ...releaseRules];
  const statements = texts.flatMap(statementsOf);
  const created = new Set<string>();
  const problems: string[] = [];
  const locked = new Set<string>();
  let isPatient = true;
  for (const statement of statements) {
    const create = /^CREATE (?:TABLE (?:IF NOT EXISTS )?|VIEW )([\w.]+)/i.exec(statement)?.[1];
    if (create) created.add(create);
    if (setsLockTimeout.test(statement)) isPatient = false;
    const isNew = created.has(tableOf(statement) ?? '');
    for (const { is, unless, sparesNew, problem } of rules) {
      if (is.test(statement) && !unless?.test(statement) && !(sparesNew && isNew)) problems.push(`${beginning(statement)}: ${problem}`);
    }
    const locks = lockedBy(statement).filter((relation) => !created.has(relation));
    for (const relation of locks) locked.add(relation);
    if (locks.length > 0 && isPatient) {
      problems.push(`${beginning(statement)}: while it waits for its lock everybody waits behind it: SET LOCAL lock_timeout = '2s' first`);
    }
  }
  const waits = Math.max(locked.size, statements.some((statement) => dropsForeignKey.test(statement)) ? 2 : 1);
  if (timeoutMsOf(texts) * waits > lockTimeoutMs) {
    problems.push(
      `it may wait as long as its lock_timeout for each of ${waits} tables and views, and services give up after ${lockTimeoutMs} ms: less of it`,
    );
  }
  return problems;
}

/** The tables and views that the statement waits for while services queue behind it to write or read. */
function lockedBy(statement: string): string[] {
  if (locksNobodyOut.test(statement)) return [];
  const altered = altersTable.exec(statement) ?? /^(?:CREATE|DROP) TRIGGER .*? ON ([\w.]+)/i.exec(statement);
  const referenced = /^(?:ALTER|CREATE) TABLE .*?\bREFERENCES ([\w.]+)/i.exec(statement);
  const replaced = /^CREATE OR REPLACE VIEW ([\w.]+)/i.exec(statement);
  return [altered, referenced, replaced].flatMap((found) => found?.[1] ?? []);
}

function timeoutMsOf(texts: readonly string[]): number {
  const [, amount = '0', unit] = lockTimeout.exec(texts.join('\n')) ?? [];
  return Number(amount) * (unit === 's' ? 1_000 : 1);
}

function tableOf(statement: string): string | undefined {
  return (
    altersTable.exec(statement)?.[1] ??
    /^CREATE (?:UNIQUE )?INDEX (?:.*? )?ON (?:ONLY )?([\w.]+)/i.exec(statement)?.[1] ??
    /^(?:UPDATE|DELETE FROM|TRUNCATE|LOCK TABLE|CLUSTER) (?:ONLY )?([\w.]+)/i.exec(statement)?.[1] ??
    /^REVOKE .*? ON (?:TABLE )?([\w.]+)/i.exec(statement)?.[1]
  );
}

function beginning(statement: string): string {
  return statement.length > 70 ? `${statement.slice(0, 70)}…` : statement;
}
