import pg from 'pg';

/** Runs one statement on its own connection and returns the rows. */
export async function sql(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
