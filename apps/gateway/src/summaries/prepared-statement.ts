import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Pool } from 'pg';

/**
 * A statement under a name, which PostgreSQL parses and plans once per connection instead of every time: for the one that
 * every read begins with. TypeORM knows no names, so it goes to the driver's own pool.
 */
export class PreparedStatement<Row extends object> {
  constructor(
    private readonly name: string,
    private readonly text: string,
  ) {}

  async rows(database: DataSource, values: unknown[]): Promise<Row[]> {
    const pool: Pool = (database.driver as PostgresDriver).master;
    const { rows } = await pool.query<Row>({ name: this.name, text: this.text, values });
    return rows;
  }
}
