import { createHash } from 'node:crypto';
import pg from 'pg';
import type { ClientBase, Pool, QueryResult } from 'pg';
import { isHindered, StatementError } from './statement-error.js';

/**
 * Marks a text as SQL, so that editors colour it and the test of all statements finds it. It contains only constant SQL; values are
 * parameters.
 */
export function sql(pieces: TemplateStringsArray, ...fragments: (string | number)[]): string {
  return String.raw({ raw: pieces }, ...fragments);
}

const statementNames = new Map<string, string>();
const beginningLength = 46;
const hashLength = 16;

/**
 * Runs a prepared statement under a name, so that PostgreSQL parses and plans it once per connection. Put variable values into the
 * parameters, because every text is kept.
 */
export async function runStatement<Row extends object>(
  on: Pool | ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const name = nameOf(text);
  try {
    return await answerOf<Row>(on instanceof pg.Pool ? oneOf(on) : (on as Asked), new CamelCaseQuery(name, text, values));
  } catch (error) {
    throw new StatementError(name, error);
  }
}

interface Asked {
  query(query: CamelCaseQuery, answered: (error: Error | undefined, result: unknown) => void): void;
}

/**
 * `pool.query` closes the connection of every statement that fails. While a disk is full PostgreSQL may refuse new ones, and then not even
 * reads would be left.
 */
function oneOf(pool: Pool): Asked {
  return {
    query: (query, answered) =>
      pool.connect((error, client, release) => {
        if (!client) return answered(error, undefined);
        (client as unknown as Asked).query(query, (failure, result) => {
          release(isHindered(failure) ? undefined : failure);
          answered(failure, result);
        });
      }),
  };
}

/** For a query object the driver takes a callback and returns no promise. */
function answerOf<Row extends object>(on: Asked, query: CamelCaseQuery): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    on.query(query, (error, result) => (error ? reject(error) : resolve(result as QueryResult<Row>)));
  });
}

/** Starts with the beginning of the statement, so that traces and PostgreSQL's views are readable. A name has at most 63 characters. */
function nameOf(text: string): string {
  const known = statementNames.get(text);
  if (known) return known;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, hashLength);
  const name = `${text.trim().replace(/\s+/g, ' ').slice(0, beginningLength)} ${hash}`;
  statementNames.set(text, name);
  return name;
}

interface RowDescription {
  fields: { name: string }[];
}

/** The driver calls this method on the statement that it runs; its types do not show it. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => { name: string; handleRowDescription(message: RowDescription): void };

const columnNames = new Map<string, string>();

/** Renames the columns of an answer before its first row is read: `tax_id` becomes `taxId`. */
class CamelCaseQuery extends DriverQuery {
  /** If they were given as an object, the driver would copy all three property by property, which takes longer than sending them. */
  constructor(name: string, text: string, values: unknown[]) {
    super(text, values);
    this.name = name;
  }

  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = camelCase(field.name);
    super.handleRowDescription(message);
  }
}

export function camelCase(column: string): string {
  const known = columnNames.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  columnNames.set(column, name);
  return name;
}
