import { PlainError } from '@vigia/contracts';
import type { Client, ClientBase, Pool } from 'pg';

/** The settings of a new connection: its role, its timeouts, its time zone. */
export type SessionSettings = Record<string, string>;

/** Sent with the other settings, so that a connection can tell how they arrived. */
const marker = 'vigia.told';

/** The settings as a parameter of the first packet, which costs no time. */
export function startupOptions(settings: SessionSettings): string {
  return Object.entries({ ...settings, [marker]: 'first' })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');
}

/** The pooler between a service and PostgreSQL cannot carry the service's connections. */
class PoolerError extends PlainError {
  override readonly name = 'PoolerError';
}

const remedy = 'connect to PostgreSQL itself, or to PgBouncer with pool_mode=session and ignore_startup_parameters=options';
/** Protocol violation: how PgBouncer answers a parameter that it does not know. */
const unknownParameter = '08P01';

export function refusedByPooler(error: { code?: string }): never {
  if (error.code !== unknownParameter) throw error;
  throw new PoolerError(`the pooler in front of the database rejects the startup parameters of a connection: ${remedy}`);
}

/**
 * Runs before the first statement. A pooler that drops the settings of connections is accepted only if each connection stays with one
 * server process: then the settings are sent once more. Otherwise a statement would run under another role, without its timeouts and its
 * plan.
 */
export async function bearPooler(pool: Pool, settings: SessionSettings): Promise<void> {
  const first = await pool.connect().catch(refusedByPooler);
  let isDirect = false;
  try {
    isDirect = (await howTold(first)) === 'first';
    if (isDirect) return;
    await tellAgain(first, settings);
    const second = await pool.connect();
    const isShared = (await howTold(second)) === 'again';
    second.release(true);
    if (isShared) {
      // Otherwise the next client of this server process would get these settings.
      await first.query('DISCARD ALL');
      throw new PoolerError(`the pooler in front of the database gives each transaction another server process: ${remedy}`);
    }
  } finally {
    first.release(!isDirect);
  }
  // The driver's types lack this option.
  (pool.options as { onConnect?: (client: ClientBase) => Promise<void> }).onConnect = (client) => tellAgain(client, settings);
}

/** A connection that belongs to no pool. */
export async function bearPoolerOnce(client: Client, settings: SessionSettings): Promise<void> {
  if ((await howTold(client)) !== 'first') await tellAgain(client, settings);
}

async function howTold(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ told: string | null }>('SELECT current_setting($1, true) AS told', [marker]);
  return rows[0]!.told;
}

async function tellAgain(client: ClientBase, settings: SessionSettings): Promise<void> {
  const told = { ...settings, [marker]: 'again' };
  const text = 'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS told (name, value)';
  await client.query(text, [Object.keys(told), Object.values(told)]);
}
