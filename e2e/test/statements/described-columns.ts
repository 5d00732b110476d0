import pg from 'pg';

/** A column as PostgreSQL describes it before the statement has run. */
export interface Column {
  name: string;
  typeOid: number;
}

interface Connection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Prepares a statement and asks what it gives, without running it. */
export function describedColumns(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const description = {
      submit(connection: Connection) {
        connection.parse({ name: '', text });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID }));
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: (error: Error) => reject(error),
    };
    client.query(description as unknown as pg.Submittable);
  });
}

/** What the driver makes of a value. Days stay the text that they are; a JSON may be anything. */
export const kindOfType: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  json: 'any',
  jsonb: 'any',
  name: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  void: 'string',
  _int4: 'number[]',
  _json: 'any',
  _text: 'string[]',
  _uuid: 'string[]',
};
