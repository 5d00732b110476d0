import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readSummary } from './requests/calls.js';
import { obtainToken, requestToken } from './requests/tokens.js';
import { openPanel, type Panel } from './panel/open-panel.js';

let panel: Panel;

beforeAll(async () => {
  panel = await openPanel();
});

afterAll(() => panel?.stop());

/** PostgreSQL takes no row of the gateway, as if it could not extend a table. */
const fill = `
  CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'identity' LOOP
      EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON identity.%I FOR EACH ROW EXECUTE FUNCTION public.refuse()', name);
    END LOOP;
  END $$`;

it('a full disk of the database refuses what has to be written, and nothing that is only read', async () => {
  const { gateways, url } = panel;
  const account = await gateways.operator.createAccount();
  const token = await obtainToken(url, account);
  const { page, userId } = await panel.newPage(account.corporationId);
  await gateways.database.query(`UPDATE identity.session SET last_seen_at = now() - interval '1 hour' WHERE user_id = $1`, [userId]);
  const name = () => page.call('POST', '/credentials', { body: { name: 'Prueba' } });
  await gateways.database.query(fill);
  expect((await name()).status).toBe(503);
  // A replica draws tokens for ten calls or more at a time.
  const reads = await Promise.all(Array.from({ length: 300 }, () => readSummary(url, token)));
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([404]));
  expect((await requestToken(url, account)).status).toBe(200);
  expect((await page.get('/session')).status).toBe(200);
  await gateways.database.query('DROP FUNCTION public.refuse CASCADE');
  expect((await name()).status).toBe(200);
});
