import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { CamelCaseQuery } from './camel-case-query.js';
import { StatementError } from './statement-error.js';

const names = new Map<string, string>();
const beginningLength = 46;
const hashLength = 16;

/**
 * Runs a statement under a name, so that PostgreSQL parses and plans it once per connection instead of every time. What varies
 * belongs into the parameters, since every text is kept.
 */
export async function runStatement<Row extends object>(
  on: Pool | PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const name = nameOf(text);
  try {
    return await answerOf<Row>(on, new CamelCaseQuery({ name, text, values }));
  } catch (error) {
    throw new StatementError(name, error);
  }
}

interface Asked {
  query(query: CamelCaseQuery, answered: (error: Error | undefined, result: unknown) => void): void;
}

/** The driver answers a statement that is an object of its own to a callback. */
function answerOf<Row extends object>(on: Pool | PoolClient, query: CamelCaseQuery): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    (on as Asked).query(query, (error, result) => (error ? reject(error) : resolve(result as QueryResult<Row>)));
  });
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
