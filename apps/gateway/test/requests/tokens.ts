import { createHmac } from 'node:crypto';
import type { Account } from '../running/operator.js';
import { exchange, type Answer } from './exchange.js';

const path = '/v1/autenticacion/obtener-token';

export function basic({ accessKey, accessSecret }: Pick<Account, 'accessKey' | 'accessSecret'>): string {
  return `Basic ${Buffer.from(`${accessKey}:${accessSecret}`).toString('base64')}`;
}

export function requestToken(url: string, account: Pick<Account, 'accessKey' | 'accessSecret'>): Promise<Answer> {
  return exchange(url, { method: 'POST', path, headers: { authorization: basic(account) } });
}

export async function obtainToken(url: string, account: Account): Promise<string> {
  const answer = await requestToken(url, account);
  if (answer.status !== 200) throw new Error(`no token: ${answer.text}`);
  return JSON.parse(answer.text).data.token;
}

interface Claims {
  iss?: string;
  aud?: string;
  sub?: string;
  exp?: number;
  nbf?: number;
  iat?: number;
  jti?: string;
  corp?: string;
}

/** Makes tokens that are signed with our own key, or that claim to be. */
export function forger(jwtKeys: string, { accessKey, corporationId }: Account) {
  const [kid = '', encoded = ''] = jwtKeys.split(':');
  const key = Buffer.from(encoded, 'base64url');
  const header = { alg: 'HS256', kid, typ: 'at+jwt' };
  const now = Math.floor(Date.now() / 1000);
  const claims: Claims = {
    iss: 'vigia',
    aud: 'vigia-api',
    sub: accessKey,
    corp: corporationId,
    jti: 'a3c1',
    iat: now,
    nbf: now,
    exp: now + 3600,
  };
  const forge = (changedHeader: object, changedClaims: Claims = {}, signingKey: Buffer = key): string => {
    const signed = [
      { ...header, ...changedHeader },
      { ...claims, ...changedClaims },
    ]
      .map((part) => encode(JSON.stringify(part)))
      .join('.');
    return `${signed}.${createHmac('sha256', signingKey).update(signed).digest('base64url')}`;
  };
  const unsigned = (token: string): string => token.replace(/[^.]*$/, '');
  const tokens = {
    valid: forge({}),
    expired: forge({}, { iat: now - 7200, nbf: now - 7200, exp: now - 3600 }),
    brief: forge({}, { exp: now + 2 }),
    nbf: forge({}, { nbf: now + 600 }),
    aud: forge({}, { aud: 'another-api' }),
    iss: forge({}, { iss: 'somebody' }),
    noexp: forge({}, { exp: undefined }),
    nocorp: forge({}, { corp: undefined }),
    algnone: unsigned(forge({ alg: 'none' })),
    algNone2: unsigned(forge({ alg: 'None' })),
    hs512: forge({ alg: 'HS512' }),
    rs256: forge({ alg: 'RS256' }),
    nosig: unsigned(forge({})),
    typ: forge({ typ: 'JWT' }),
    crit: forge({ crit: ['exp'] }),
    kid: forge({ kid: '../../../../dev/null' }, {}, Buffer.alloc(0)),
    otherkey: forge({}, {}, Buffer.alloc(32)),
    jku: forge({ jku: 'http://127.0.0.1/keys.json' }),
    jwk: forge({ jwk: { kty: 'oct', k: encoded } }),
  };
  return tokens;
}

export type TokenKind = keyof ReturnType<typeof forger>;

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
