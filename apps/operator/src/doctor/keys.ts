import { sql } from '@vigia/database';
import { optional, parseKeyRing, readSettings, secret } from '@vigia/service-kit';
import { counted } from '../terminal.js';
import { attention, fine, wrong, type Check, type Finding } from './finding.js';

const keyBytes = 32;

const rings = {
  tokens: optional(secret('VIGIA_JWT_KEYS', 'keys that access tokens are signed with')),
  peppers: optional(secret('VIGIA_SECRET_PEPPERS', 'keys that access secrets are hashed with')),
  webhooks: optional(secret('VIGIA_WEBHOOK_KEYS', 'keys that the secrets of webhooks are sealed with')),
};

interface Used {
  key: string;
  rows: number;
}

/** The rows tell which keys are in use; a missing key can only be detected if this process is given the key ring. */
export const checkKeys: Check = async ({ database, environment }) => {
  const given = readSettings(rings, environment);
  const peppers = await database.rows<Used>(
    sql`SELECT pepper_id AS key, count(*)::int AS rows FROM identity.credential WHERE status = 'active' GROUP BY 1 ORDER BY min(created_at)`,
  );
  const sealed = await database.rows<Used>(
    sql`SELECT split_part(sealed, ':', 2) AS key, count(DISTINCT id)::int AS rows
     FROM webhooks.configuration CROSS JOIN LATERAL unnest(ARRAY[sealed_secret_key, sealed_other_key, sealed_headers, sealed_client_secret]) AS sealed
     WHERE sealed IS NOT NULL GROUP BY 1 ORDER BY min(created_at), 1`,
  );
  return [
    ...(given.tokens === undefined ? [] : [signing(given.tokens)]),
    ...ringOf(peppers, given.peppers, {
      check: 'peppers',
      setting: rings.peppers.names[0]!,
      row: 'credential',
      lost: 'the gateway refuses these credentials without it',
      renewed:
        'the gateway hashes a credential with the first pepper when its client next asks for a token; revoke those whose clients no longer do',
    }),
    ...ringOf(sealed, given.webhooks, {
      check: 'webhook keys',
      setting: rings.webhooks.names[0]!,
      exactly: keyBytes,
      row: 'configuration',
      lost: 'webhook-dispatcher cannot read the secrets of these configurations without it',
      renewed: 'webhook-dispatcher seals the configurations with the first key within ten minutes; if it does not, see its log',
    }),
  ];
};

interface Ring {
  check: string;
  setting: string;
  /** How many bytes each key must have, if not just enough. */
  exactly?: number;
  /** What a key of it is used for. */
  row: string;
  /** What happens without a key that is in use. */
  lost: string;
  /** How the rows come to use the first key. */
  renewed: string;
}

function ringOf(used: Used[], text: string | undefined, { check, setting, exactly, row, lost: effect, renewed }: Ring): Finding[] {
  const told = used.map(({ key, rows }) => `${key}: ${counted(rows, row)}`).join(', ') || 'none in use';
  const ids = text === undefined ? undefined : idsOf(text, exactly);
  if (typeof ids === 'string') return [unusable(check, ids)];
  const lost = ids ? used.filter(({ key }) => !ids.includes(key)) : [];
  if (lost.length > 0) {
    return [
      wrong(
        check,
        `${setting} lacks ${lost.map(({ key, rows }) => `${key} (${counted(rows, row)})`).join(', ')}`,
        `Add the key again, last in the list: ${effect}.`,
      ),
    ];
  }
  const isCompared = ids !== undefined || used.length === 0;
  const advice = [
    ...(isCompared ? [] : [`To learn whether a key is missing, run the doctor with the ${setting} of the services.`]),
    ...(used.length > 1 ? [`More than one key is in use: ${renewed}.`] : []),
  ].join(' ');
  const found = isCompared ? told : `${told}; not compared: ${setting} is not given here`;
  return [advice ? attention(check, found, advice) : fine(check, found)];
}

function signing(text: string): Finding {
  const check = 'keys of tokens';
  const ids = idsOf(text);
  return typeof ids === 'string' ? unusable(check, ids) : fine(check, `${ids.join(', ')}; the gateway signs new tokens with ${ids[0]}`);
}

/** The ids of a key ring, or what is wrong with it: with such a ring its service does not start. */
function idsOf(text: string, exactly?: number): string[] | string {
  try {
    return [...parseKeyRing(text, { exactly }).keys.keys()];
  } catch (error) {
    return (error as Error).message;
  }
}

const unusable = (check: string, problem: string) => wrong(check, problem, `Give keys of ${keyBytes} bytes, the newest first: k2:…,k1:….`);
