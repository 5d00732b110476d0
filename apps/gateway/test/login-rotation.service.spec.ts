import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { waitUntil, type ServiceProcess } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { readSummary, said } from './requests/calls.js';
import { obtainToken } from './requests/tokens.js';

describe('the rotation of a PostgreSQL login', () => {
  let gateways: Gateways;
  const suffix = randomBytes(4).toString('hex');
  const logins = [`gateway_a_${suffix}`, `gateway_b_${suffix}`] as const;

  beforeAll(async () => {
    gateways = await openGateways();
  });

  afterAll(async () => {
    await gateways?.stop();
  });

  async function createLogin(login: string): Promise<string> {
    const password = randomBytes(12).toString('hex');
    await gateways.database.query(`CREATE ROLE ${login} LOGIN NOINHERIT PASSWORD '${password}' IN ROLE vigia_gateway`);
    const url = new URL(gateways.database.url);
    url.username = login;
    url.password = password;
    return url.href;
  }

  const connectionsOf = async (login: string) => {
    const rows = await gateways.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1',
      [login],
    );
    return rows[0]?.count;
  };

  it('loses no request: the second login is created before the replicas change, the first dropped after', async () => {
    const [first, second] = logins;
    let replicas: ServiceProcess[] = [];
    const before = await createLogin(first);
    replicas = [await gateways.startProcess({ DATABASE_URL: before }), await gateways.startProcess({ DATABASE_URL: before })];
    const token = await obtainToken(replicas[0]!.url, await gateways.operator.createAccount());

    const answers: string[] = [];
    let isOver = false;
    const client = (async () => {
      for (let turn = 0; !isOver; turn += 1) {
        // Like a load balancer: only replicas that it still knows.
        const { status, message } = said(await readSummary(replicas[turn % replicas.length]!.url, token));
        answers.push(`${status} ${message}`);
      }
    })();
    const asked = (more: number) => {
      const wanted = answers.length + more;
      return waitUntil(() => answers.length >= wanted, { what: `${more} more answers` });
    };

    await asked(20);
    const after = await createLogin(second);
    for (const old of replicas) {
      const young = await gateways.startProcess({ DATABASE_URL: after });
      replicas = [...replicas.filter((replica) => replica !== old), young];
      await asked(20);
      await old.kill();
    }
    await waitUntil(async () => (await connectionsOf(first)) === 0, { what: 'nobody uses the first login' });
    await gateways.database.query(`DROP ROLE ${first}`);
    await asked(20);
    isOver = true;
    await client;

    expect(new Set(answers)).toEqual(new Set(['404 profile not found']));
    expect(await connectionsOf(second)).toBeGreaterThan(0);
    await expect(gateways.startProcess({ DATABASE_URL: before })).rejects.toThrow(first);
  });

  it('with a password changed in place lets clients try again later, and goes on as soon as the password is the old one', async () => {
    const login = `gateway_c_${suffix}`;
    const url = await createLogin(login);
    const gateway = await gateways.startProcess({ DATABASE_URL: url });
    const token = await obtainToken(gateway.url, await gateways.operator.createAccount());
    const change = async (password: string) => {
      await gateways.database.query(`ALTER ROLE ${login} PASSWORD '${password}'`);
      await gateways.database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [login]);
    };
    await change('another');
    const refused = await waitUntil(
      async () => {
        const answer = await readSummary(gateway.url, token);
        return answer.status === 404 ? undefined : answer;
      },
      { what: 'a request without a connection' },
    );
    const again = await readSummary(gateway.url, token);
    for (const { status, headers } of [refused, again]) expect([status, headers['retry-after']]).toEqual([503, '5']);
    await change(new URL(url).password);
    await waitUntil(async () => (await readSummary(gateway.url, token)).status === 404, { what: 'the gateway has connections again' });
    await gateway.kill();
    await gateways.database.query(`DROP ROLE ${login}`);
  });
});
