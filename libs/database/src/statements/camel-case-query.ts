import pg from 'pg';

interface RowDescription {
  fields: { name: string }[];
}

/** What the driver calls on the statement that it runs, and its types do not tell. */
const DriverQuery = pg.Query as unknown as new (config: object) => { handleRowDescription(message: RowDescription): void };

const names = new Map<string, string>();

/** A statement whose columns are called as the rest of the code calls things: `tax_id` is `taxId` before the first row is read. */
export class CamelCaseQuery extends DriverQuery {
  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = camelCase(field.name);
    super.handleRowDescription(message);
  }
}

export function camelCase(column: string): string {
  const known = names.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
}
