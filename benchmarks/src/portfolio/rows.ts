import type { RunningSystem } from '../system.js';

export const firstNumber = 20_100_000_000;
export const numberStep = 7;

/** Names of three words, so that a search for two of them leaves some names, but not most. */
const fill = `
  INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, standing, mode, expires_at, withheld, estado, failed_sources,
    name, search, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
    light_rank, light_code, light, compliance, compliance_code, hits, debt_code, rating, exposure_cents, concursal, loaded_at, changed_at)
  SELECT $1, (${firstNumber} + n::bigint * ${numberStep})::text, 'RUC', CASE WHEN n % 50 = 0 THEN 'expired' WHEN n % 50 = 1 THEN 'ended' ELSE 'active' END,
    CASE WHEN n % 10 < 2 THEN 'query' ELSE 'monitoring' END,
    CASE n % 3 WHEN 0 THEN 'infinity' ELSE now() + n % 400 * interval '1 day' + interval '1 hour' END, '{}',
    CASE WHEN n % 20 = 0 THEN 'partial' ELSE 'succeeded' END, CASE WHEN n % 20 = 0 THEN 2 ELSE 0 END,
    upper(words) || ' S.A.C.', words || ' sac', 'SH10', 'ACTIVO', CASE n % 30 WHEN 0 THEN 'NO HABIDO' ELSE 'HABIDO' END,
    (n::bigint * 7919 % 97) % 6, 'SH10', n % 90, 100, 4, (n::bigint * 7321 % 89) % 6, 'SH10', 4, CASE WHEN n % 41 = 0 THEN 3 ELSE n % 3 END, 'SH10', 0,
    'SH10', n % 6, n::bigint * 48271 % 100000007, false, now() - n % 1440 * interval '1 minute', now() - n % 50000 * interval '1 minute'
  FROM generate_series($2::int, $3::int) AS n CROSS JOIN LATERAL (SELECT
    (ARRAY['comercial', 'inversiones', 'transportes', 'constructora', 'distribuidora', 'agricola', 'servicios', 'minera'])[n % 8 + 1] || ' ' ||
    (ARRAY['andina', 'pacifico', 'norte', 'sur', 'titicaca', 'selva', 'huascaran', 'nazca', 'misti', 'ucayali', 'colca'])[n % 11 + 1] || ' ' ||
    (ARRAY['aurora', 'bolognesi', 'cantuta', 'dorado', 'estrella', 'fortaleza', 'gaviota', 'huaca', 'inti', 'jaguar', 'kantu', 'laguna',
      'molino'])[n % 13 + 1] || ' ' || n % 977 AS words) AS named`;

export async function fillPortfolio({ database }: RunningSystem, corporationId: string, from: number, to: number): Promise<void> {
  await database.query(fill, [corporationId, from, to]);
  await database.query('VACUUM ANALYZE profiles.portfolio_entry');
}

export async function bytesPerRow({ database }: RunningSystem): Promise<number> {
  const [size] = await database.query<{ bytes: number }>(
    `SELECT (pg_total_relation_size('profiles.portfolio_entry') / count(*))::int AS bytes FROM profiles.portfolio_entry`,
  );
  return size!.bytes;
}
