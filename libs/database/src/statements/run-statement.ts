import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { StatementError } from './statement-error.js';

const names = new Map<string, string>();
const beginningLength = 46;
const hashLength = 16;

/**
 * Runs a statement under a name, so that PostgreSQL parses and plans it once per connection instead of every time. TypeORM
 * knows no names: this goes past it to the driver. What varies belongs into the parameters, since every text is kept.
 */
export async function runStatement<Row extends object>(
  on: Pool | PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const name = nameOf(text);
  try {
    return await on.query<Row>({ name, text, values });
  } catch (error) {
    throw new StatementError(name, error);
  }
}

/** Begins like the statement, so that traces and PostgreSQL's own lists can be read; 63 characters are the most it may have. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, hashLength);
  const name = `${text.trim().replace(/\s+/g, ' ').slice(0, beginningLength)} ${hash}`;
  names.set(text, name);
  return name;
}
