import pg from 'pg';
import { LocalServerError } from '../local-server-error.js';

export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    throw LocalServerError.explaining(error, `PostgreSQL runs, but its database ${name} could not be prepared`);
  } finally {
    await client.end();
  }
}
