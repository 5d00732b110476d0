import { firstNumber, numberStep } from './rows.js';

interface Question {
  name: string;
  /** As a page requests it, below /panel/v1. */
  path: string;
  /** As a developer would write it for this single question; $1 is the corporation. */
  bare: string;
}

const rows = 25;
const columns = `tax_id, doc_type, standing, mode, nullif(expires_at, 'infinity') AS expires_at, estado, failed_sources, partial_since, name,
  taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules, light_rank, light_code, light,
  compliance, compliance_code, hits, debt_code, rating, exposure_cents, concursal, loaded_at, changed_at`;

/** One row more shows that there is another page. */
const page = (where: string, keys: string[], way: '' | 'DESC' = '') =>
  `SELECT ${columns} FROM profiles.portfolio_entry WHERE corporation_id = $1 AND standing <> 'ended' ${where}
   ORDER BY ${[...keys, 'tax_id', 'doc_type'].map((key) => `${key} ${way}`).join(', ')} LIMIT ${rows + 1}`;
const byAlert = ['alert', 'coalesce(alert_points * 1000 / nullif(alert_max, 0), 0)'];
const own = (column: string) => `portfolio_entry.${column}`;

const counts = (column: string, most: number) =>
  Array.from({ length: most + 1 }, (_, level) => `count(*) FILTER (WHERE ${column} = ${level})`).join(', ');

export function questionsFor(size: number): Question[] {
  const middle = String(firstNumber + Math.floor(size / 2) * numberStep);
  const cursor = Buffer.from(JSON.stringify(['3.450', middle, 'RUC', 'alert'])).toString('base64url');
  const prefix = middle.slice(0, 8);
  return [
    { name: 'first page by alert', path: '/portfolio', bare: page('', byAlert, 'DESC') },
    { name: 'first page by name', path: '/portfolio?sort=name', bare: page('', ['search']) },
    {
      name: 'a page in the middle, by alert',
      path: `/portfolio?before=${cursor}`,
      bare: page(`AND (${byAlert.join(', ')}, tax_id, doc_type) < (3, 450, '${middle}', 'RUC')`, byAlert, 'DESC'),
    },
    { name: 'by end of access', path: '/portfolio?sort=expires', bare: page('', [own('expires_at')]) },
    { name: 'by last change', path: '/portfolio?sort=-changed', bare: page('', ['changed_at'], 'DESC') },
    { name: 'by document', path: '/portfolio?sort=taxId', bare: page('', ['tax_id']) },
    { name: 'by last load', path: '/portfolio?sort=-loaded', bare: page('', [own('loaded_at')], 'DESC') },
    { name: 'by compliance', path: '/portfolio?sort=-compliance', bare: page('', ['compliance'], 'DESC') },
    { name: 'by traffic light', path: '/portfolio?sort=-light', bare: page('', ['light_rank'], 'DESC') },
    { name: 'by exposure', path: '/portfolio?sort=-exposure', bare: page('', ['coalesce(exposure_cents, -1)'], 'DESC') },
    {
      name: 'two words',
      path: '/portfolio?q=andina%20aurora',
      bare: page(`AND search LIKE '%andina%' AND search LIKE '%aurora%'`, byAlert, 'DESC'),
    },
    {
      name: 'words of no name',
      path: '/portfolio?q=nadie%20asi',
      bare: page(`AND search LIKE '%nadie%' AND search LIKE '%asi%'`, byAlert, 'DESC'),
    },
    {
      name: 'beginning of a document',
      path: `/portfolio?q=${prefix}`,
      bare: page(`AND tax_id >= '${prefix}' AND tax_id < '${prefix}z'`, byAlert, 'DESC'),
    },
    {
      name: 'compliance high, monitored, by name',
      path: '/portfolio?compliance=3&mode=monitoring&sort=name',
      bare: page(`AND compliance = 3 AND mode = 'monitoring'`, ['search']),
    },
    {
      name: 'all counts',
      path: '/portfolio/counts',
      bare: `SELECT count(*), ${counts('alert', 5)}, ${counts('compliance', 3)}, ${counts('light_rank', 5)},
        count(*) FILTER (WHERE standing = 'active'), count(*) FILTER (WHERE standing = 'expired'), count(*) FILTER (WHERE standing = 'loading'),
        count(*) FILTER (WHERE standing = 'failed'), count(*) FILTER (WHERE estado = 'loading'), count(*) FILTER (WHERE estado = 'succeeded'),
        count(*) FILTER (WHERE estado = 'partial'), count(*) FILTER (WHERE estado = 'failed'), count(*) FILTER (WHERE mode = 'monitoring'),
        count(*) FILTER (WHERE mode = 'query'), sum(exposure_cents), count(*) FILTER (WHERE exposure_cents IS NULL)
        FROM profiles.portfolio_entry WHERE corporation_id = $1 AND standing <> 'ended'`,
    },
    {
      name: 'what expires, month by month',
      path: '/portfolio/risk?days=90',
      bare: `SELECT date_trunc('month', expires_at - interval '5 h') AS month, count(*) FROM profiles.portfolio_entry
        WHERE corporation_id = $1 AND standing = 'active' AND expires_at < now() + interval '400 days' GROUP BY 1 ORDER BY 1`,
    },
  ];
}
