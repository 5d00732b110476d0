import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limaDay, limaSecond } from '@vigia/contracts';
import { connectBroker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import {
  ApiClient,
  createTestDatabase,
  freshRuc,
  PanelClient,
  startSystem,
  waitUntil,
  type System,
  type TestCorporation,
  type TestDatabase,
} from '@vigia/testing';
import { buildProgram } from '../src/program.js';
import { explain } from '../src/terminal.js';

const unknownId = '0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10';

function operatorOf(environment: Record<string, string>) {
  return async (...args: string[]): Promise<string> => {
    let text = '';
    const surroundings = { environment, print: (more: string) => (text += more), isTerminal: false };
    await buildProgram(surroundings).parseAsync(args, { from: 'user' });
    return text;
  };
}

const failure = (work: Promise<unknown>) => work.then(() => 'it succeeded', explain);

describe('a command to a running system', () => {
  let system: System;
  let client: TestCorporation;
  let vigia: ReturnType<typeof operatorOf>;

  beforeAll(async () => {
    // Every load outlasts its call, so that the demo must follow it in the summary.
    system = await startSystem({ broker: 'postgres', environment: { VIGIA_LOAD_WAIT_MS: '0' } });
    client = await system.createCorporation('monthly');
    vigia = operatorOf({ DATABASE_URL: system.database.url, VIGIA_BROKER_URL: system.brokerUrl });
  });

  afterAll(() => system?.stop());

  const json = async (...args: string[]) => JSON.parse(await vigia(...args, '--json'));
  const now = async () => (await system.database.query<{ now: string }>('SELECT clock_timestamp()::text AS now'))[0]!.now;
  /** The lists that the runbook makes after a restore. */
  const decidedSince = async (moment: string) => {
    const lists = readFileSync(new URL('../../../deploy/backup/decided.sql', import.meta.url), 'utf8')
      .split(/;\n/)
      .slice(0, -1);
    return Promise.all(lists.map((list) => system.database.query(list.replaceAll(`:'moment'`, `'${moment}'`))));
  };
  const demo = (accessSecret: string) => {
    const address = ['--base-url', system.replicas('gateway')[0]!.url];
    return ['demo', ...address, '--access-key', client.accessKey, '--access-secret', accessSecret];
  };

  it('answers in JSON with --json', async () => {
    const { corporationId, accessKey } = client;
    expect(await json('corporation', 'list')).toEqual([{ corporationId, name: 'Prueba monthly', status: 'active' }]);
    expect(await json('contract', 'list', '--corporation', corporationId)).toMatchObject([{ corporationId, kind: 'monthly' }]);
    const [{ contractId }] = await json('contract', 'list', '--corporation', corporationId);
    const grant = vigia('quota', 'grant', '--contract', contractId, '--months', '1', '--reason', 'compra');
    expect(await failure(grant)).toBe('a monthly plan has no months');
    expect(await json('credential', 'list', '--corporation', corporationId)).toMatchObject([{ accessKey, status: 'active' }]);
    expect(await json('message', 'refused')).toEqual([]);
    expect(await json('message', 'queues')).toContainEqual({ queue: 'source-protestos', waiting: 0, active: 0 });
    expect(await json('migrate')).toEqual({ applied: [] });
  });

  it('shows a secret once and says so', async () => {
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba S.A.C.');
    const shown = await vigia('credential', 'create', '--corporation', corporationId);
    expect(shown).toMatch(/vk_[0-9a-f]{24} {2}vs_\S{43}\n\nThe secret is shown only now: /);
    expect(await vigia('credential', 'list', '--corporation', corporationId)).not.toContain('vs_');
  });

  it('says of a monthly contract after a gap that it brings no monitoring back', async () => {
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba de intervalo S.A.C.');
    const create = (startsOn: string, endsOn: string) =>
      vigia('contract', 'create', '--corporation', corporationId, '--kind', 'monthly', '--starts-on', startsOn, '--ends-on', endsOn);
    expect(await create('2020-01-01', '2098-01-31')).not.toContain('bring it back');
    expect(await create('2098-03-01', '2098-12-31')).toContain('its last day on 2098-01-31');
    expect(await create('2099-01-01', '2099-12-31')).not.toContain('bring it back');
    const [, { contractId }] = await json('contract', 'list', '--corporation', corporationId);
    const days = ['--ends-on', '2098-12-30', '--expected-ends-on', '2098-12-31'];
    const amended = await vigia('contract', 'amend', contractId, ...days, '--reason', 'adenda');
    expect(amended).toContain('The next monthly contract begins on 2099-01-01, not on the day after. Monitoring ends with 2098-12-30');
  });

  it('says of a monthly contract after one that is over that it brings no monitoring back', async () => {
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba de renovación S.A.C.');
    const create = (startsOn: string, endsOn: string) =>
      vigia('contract', 'create', '--corporation', corporationId, '--kind', 'monthly', '--starts-on', startsOn, '--ends-on', endsOn);
    await create('2010-01-01', '2010-06-30');
    expect(await create('2010-07-01', '2098-12-31')).toContain('ended on 2010-06-30. Monitoring ended with that day');
  });

  it('changes a contract and its quota, and the statement shows each movement of months', async () => {
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba de cuota S.A.C.');
    const days = ['--starts-on', '2020-01-01', '--ends-on', '2099-12-31'];
    const terms = ['--kind', 'one_time', ...days, '--quota-months', '12', '--document-price', '1.5'];
    const { contractId } = await json('contract', 'create', '--corporation', corporationId, ...terms);
    const why = ['--reason', 'compra'];
    await json('quota', 'grant', '--contract', contractId, '--months', '6', ...why);
    const taken = await vigia('quota', 'take', '--contract', contractId, '--months', '8', ...why);
    expect(taken).toMatch(/one_time +2020-01-01 +2099-12-31 +in force +10 of 10 months +1\.50/);
    expect(await failure(vigia('quota', 'take', '--contract', contractId, '--months', '11', ...why))).toContain(
      'only 10 months are available',
    );
    const amend = (from: string, to: string) => vigia('contract', 'amend', contractId, '--ends-on', to, '--expected-ends-on', from, ...why);
    expect(await amend('2099-12-31', '2098-12-31')).toContain('2098-12-31');
    // An extension of the end that a colleague had listed before.
    expect(await failure(amend('2096-12-31', '2097-12-31'))).toContain('the contract ends on 2098-12-31 now');
    expect(await json('contract', 'list', '--corporation', corporationId)).toMatchObject([{ endsOn: '2098-12-31' }]);
    const lines = await json('quota', 'statement', '--corporation', corporationId, '--contract', contractId);
    expect(lines.map(({ kind, months, actor }: Record<string, unknown>) => [kind, months, actor])).toEqual([
      ['grant', 12, 'operator'],
      ['grant', 6, 'operator'],
      ['adjust', 8, 'operator'],
    ]);
    const shown = await vigia('quota', 'statement', '--corporation', corporationId, '--contract', contractId);
    const entered = new Date(lines[0].enteredAt);
    expect(shown).toMatch(new RegExp(`\\n1 +${limaDay(entered)} ${limaSecond(entered)} +grant +12 `));
    expect(shown).toMatch(new RegExp(` ${lines[1].commandId.slice(0, 8)} +operator +compra\\n`));
    expect(await vigia('billing', 'verify')).toMatch(/^\d+ ledgers? checked, none has drifted\n$/);
    const charges = await vigia('billing', 'charges', '--corporation', corporationId, '--from', '2026-01-01', '--to', '2026-12-31');
    expect(charges).toBe('none\ntotal 0.00\n');
  });

  it('shows the months of a movement, its request, and the contract, request and caller of a charge', async () => {
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba de factura S.A.C.');
    const days = ['--starts-on', '2020-01-01', '--ends-on', '2099-12-31'];
    const terms = ['--kind', 'one_time', ...days, '--quota-months', '3', '--document-price', '1.5'];
    const { contractId } = await json('contract', 'create', '--corporation', corporationId, ...terms);
    const credential = await json('credential', 'create', '--corporation', corporationId);
    const taxId = freshRuc();
    const api = new ApiClient(system.replicas('gateway')[0]!.url, credential);
    const body = { taxId, docType: 'RUC', months: 3 };
    const { headers } = await api.call('POST', '/v2/perfiles/cargar', { body, headers: await api.authorization() });
    const request = headers.get('x-request-id')!.slice(0, 8);
    const ofContract = ['--corporation', corporationId, '--contract', contractId];
    const lines = await waitUntil(
      async () => {
        const found = await json('quota', 'statement', ...ofContract);
        return found.at(-1).kind === 'commit' && found;
      },
      { what: 'the months are used' },
    );
    const { firstMonth, lastMonth } = lines.at(-1);
    expect(await vigia('quota', 'statement', ...ofContract)).toMatch(
      new RegExp(` commit +3 .* RUC ${taxId} +${firstMonth} +${lastMonth} +0 +0 +3 +${request} +credential \\S+ +-\\n$`),
    );
    const charges = await vigia('billing', 'charges', '--corporation', corporationId, '--from', '2026-01-01', '--to', '2099-12-31');
    expect(charges).toMatch(
      new RegExp(` RUC ${taxId} +${contractId.slice(0, 8)} +${request} +credential ${credential.accessKey} +1\\.50\\ntotal 1\\.50\\n$`),
    );
    expect(await vigia('credential', 'list', '--corporation', corporationId)).toMatch(
      /^access key +status +created +by +last used +name\n\S+ +active +\S+Z +operator +2\S+Z +-\n$/,
    );
  });

  it('previews and starts the monitoring of a profile in the portfolio', async () => {
    const moment = await now();
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba de reactivación S.A.C.');
    const days = ['--starts-on', '2020-01-01', '--ends-on', '2099-12-31'];
    await json('contract', 'create', '--corporation', corporationId, '--kind', 'one_time', ...days, '--quota-months', '3');
    const credential = await json('credential', 'create', '--corporation', corporationId);
    const api = new ApiClient(system.replicas('gateway')[0]!.url, credential);
    const [taxId, never] = ['20990000035', '20990000043'];
    await api.load(taxId, { isMonitoring: false });
    await waitUntil(async () => (await api.summary(taxId)).body.data?.activo, { what: 'the query is active' });
    const activate = ['monitoring', 'activate', '--corporation', corporationId, '--document'];
    const previewed = await vigia(...activate, taxId, '--months', '2', '--preview');
    expect(await failure(vigia(...activate, taxId, never, '--months', '1'))).toBe(`${never} is not in your portfolio: load it`);
    expect(await failure(vigia(...activate, taxId, '--months', '4'))).toBe(
      'monitoring 1 profile for 4 months takes 4 months of quota; 3 are available: up to 3 months',
    );
    expect(await failure(vigia(...activate, '20990000010'))).toBe('20990000010 is not a valid RUC');
    const done = await json(...activate, taxId, '--months', '2');
    expect(done).toMatchObject({ outcome: 'activated', months: 2, profiles: 1 });
    expect(previewed).toMatch(new RegExp(`\\n${taxId} +activate +2 +${done.expiresOn}\\navailable 3, afterwards 1\\n$`));
    expect(await vigia(...activate, taxId)).toMatch(/\n0 +0 +-\n$/);
    const activated = { kind: 'activate', corporation_id: corporationId, documents: [`RUC ${taxId}`] };
    expect((await decidedSince(moment)).flat()).toContainEqual(expect.objectContaining(activated));
    expect(await vigia('contract', 'list', '--corporation', corporationId)).toContain('1 of 3 months');
  });

  it('creates a user who sets a password; a reset ends the session and the old password', async () => {
    const { corporationId } = client;
    const page = new PanelClient(system.replicas('gateway')[0]!.url);
    const setPassword = async (token: string, newPassword: string) => {
      expect((await page.call('PUT', '/password/by-link', { body: { token, newPassword } })).status).toBe(204);
    };
    const given = ['--corporation', corporationId, '--email', 'Ana@Prueba.example', '--name', 'Ana Prueba', '--role', 'admin'];
    const made = await json('user', 'create', ...given);
    await setPassword(made.token, 'una frase bien larga');
    const own = { email: 'ana@prueba.example', password: 'una frase bien larga' };
    expect((await page.signIn(own)).status).toBe(200);

    const listed = await vigia('user', 'list', '--corporation', corporationId);
    expect(listed).toMatch(/\n\S{36} +ana@prueba\.example +admin +active +Ana Prueba\n/);
    const reset = await vigia('user', 'reset-password', made.user.userId);
    const [, path] = /\nThe user sets a password at https:\/\/<your address>(\/\S+)#\S{43}\nThis link is shown only now/.exec(reset) ?? [];
    expect(readFileSync(new URL('../../dashboard/src/routes.tsx', import.meta.url), 'utf8')).toContain(`path: '${path}',`);
    expect((await page.get('/session')).status).toBe(401);
    expect((await page.signIn(own)).status).toBe(401);
    expect(await failure(vigia('user', 'deactivate', made.user.userId))).toContain('the last active administrator');
    expect(await failure(vigia('user', 'create', ...given))).toContain('a user with this email exists already');
  });

  it('frees the email of a deactivated user for another corporation', async () => {
    const { corporationId } = client;
    const other = await json('corporation', 'create', '--name', 'Otra S.A.C.');
    const person = ['--email', 'eva@prueba.example', '--name', 'Eva Prueba', '--role', 'member'];
    const { user, token } = await json('user', 'create', '--corporation', corporationId, ...person);
    const page = new PanelClient(system.replicas('gateway')[0]!.url);
    const password = 'una frase bien larga';
    expect((await page.call('PUT', '/password/by-link', { body: { token, newPassword: password } })).status).toBe(204);
    const invite = () => json('user', 'create', '--corporation', other.corporationId, ...person);
    const changeEmail = (email: string) => json('user', 'change-email', user.userId, '--email', email);
    expect(await failure(invite())).toContain('a user with this email exists already');
    expect(await failure(changeEmail('antes@prueba.example'))).toBe('the user is active; deactivate the user first');
    await vigia('user', 'deactivate', user.userId);
    const changed = await changeEmail('Antes@prueba.example');
    expect(changed).toEqual({ ...user, active: false, email: 'antes@prueba.example', hasPassword: false });
    expect(await invite()).toMatchObject({ user: { email: 'eva@prueba.example', corporationId: other.corporationId } });
    expect(await failure(changeEmail('eva@prueba.example'))).toBe('a user with this email exists already');
    for (const email of ['antes@prueba.example', 'eva@prueba.example']) expect((await page.signIn({ email, password })).status).toBe(401);
    const recorded = await system.database.query(
      `SELECT corporation_id, actor, detail, outcome FROM identity.audit_entry JOIN identity.audit_outcome USING (position)
       WHERE subject = $1 AND action = 'user.change' AND detail ? 'email' ORDER BY position`,
      [user.userId],
    );
    const entry = { corporation_id: corporationId, actor: 'operator' };
    expect(recorded).toEqual([
      { ...entry, detail: { email: 'antes@prueba.example' }, outcome: 'refused' },
      { ...entry, detail: { email: 'antes@prueba.example' }, outcome: 'done' },
      { ...entry, detail: { email: 'eva@prueba.example' }, outcome: 'refused' },
    ]);
  });

  it('creates and deactivates operators, who belong to no corporation', async () => {
    const given = ['--email', 'op@prueba.example', '--name', 'Op', '--role', 'operator'];
    const { user } = await json('user', 'create', ...given);
    expect(await json('user', 'list')).toEqual([user]);
    expect(await failure(vigia('user', 'deactivate', user.userId))).toContain('the last active operator');
    await json('user', 'create', '--email', 'otro@prueba.example', '--name', 'Otro', '--role', 'operator');
    expect(await json('user', 'deactivate', user.userId)).toEqual({ ...user, active: false });
    expect(await failure(vigia('user', 'create', ...given, '--corporation', client.corporationId))).toContain('belongs to no corporation');
  });

  it('pauses and resumes a source', async () => {
    expect(await vigia('source', 'pause', 'protestos', '--reason', ' sin contrato ')).toMatch(
      /protestos +paused +0 +0 +20\S+Z +sin contrato\n/,
    );
    const listed = await vigia('source', 'list');
    expect(listed).toMatch(/\nprotestos +paused /);
    expect(listed.match(/ asked /g)).toHaveLength(16);
    const paused = { reason: 'sin contrato', since: expect.any(String) };
    expect(await json('source', 'list')).toContainEqual(expect.objectContaining({ source: 'protestos', pause: paused }));
    expect(await json('source', 'resume', 'protestos')).toMatchObject({ source: 'protestos', pause: null, waiting: 0, active: 0 });
  });

  it('is listed by deploy/backup/decided.sql unless it was refused', async () => {
    const moment = await now();
    const { corporationId } = await json('corporation', 'create', '--name', 'Prueba de restauración S.A.C.');
    const days = ['--starts-on', '2020-01-01', '--ends-on', '2099-12-31'];
    const { contractId } = await json('contract', 'create', '--corporation', corporationId, '--kind', 'one_time', ...days);
    const [ofContract, why] = [
      ['--contract', contractId],
      ['--reason', 'compra'],
    ] as const;
    await json('quota', 'grant', ...ofContract, '--months', '6', ...why);
    expect(await failure(vigia('quota', 'take', ...ofContract, '--months', '9', ...why))).toContain('only 6 months');
    await json('contract', 'amend', contractId, '--ends-on', '2098-12-31', '--expected-ends-on', '2099-12-31', ...why);
    await json('corporation', 'suspend', corporationId);
    expect(await failure(vigia('corporation', 'suspend', unknownId))).toContain('nothing has');
    await json('source', 'pause', 'protestos', '--reason', 'sin contrato');
    await json('source', 'pause', 'importaciones', '--reason', 'mantenimiento');
    await json('source', 'resume', 'importaciones');

    const listed = await decidedSince(moment);
    await json('source', 'resume', 'protestos');
    const by = { actor: 'operator', corporation_id: corporationId };
    expect(listed).toMatchObject([
      [
        { action: 'corporation.create', actor: 'operator', outcome: 'done' },
        { ...by, action: 'corporation.suspend', outcome: 'done' },
      ],
      [{ made_corporation: corporationId, name: 'Prueba de restauración S.A.C.' }],
      [{ ...by, made_contract: contractId, kind: 'one_time' }],
      [
        { ...by, contract_id: contractId, plan: { months: 6, reason: 'compra' } },
        { ...by, contract_id: contractId, plan: { endsOn: '2098-12-31', reason: 'compra' } },
      ],
      [{ actor: 'operator', paused_source: 'protestos', reason: 'sin contrato' }],
      [{ resumed_source: 'importaciones', reason: 'mantenimiento' }],
      [],
      [],
      [],
    ]);
  });

  it('reports each check of the doctor with advice, and exits with 2 when one is wrong', async () => {
    let printed = '';
    const environment = { DATABASE_URL: system.database.url, VIGIA_BROKER_URL: system.brokerUrl };
    const program = buildProgram({ environment, print: (more) => (printed += more), isTerminal: false });
    const ended = await program.parseAsync(['doctor'], { from: 'user' }).catch((error: unknown) => error);
    // No importer runs here.
    expect(ended).toMatchObject({ status: 2 });
    expect(printed).toMatch(/\n✓ migrations +\d+ applied, none pending\n/);
    expect(printed).toMatch(/\n✗ services +data-importer: no answer\n +→ .*VigiaServiceDown.md\.\n/);
    expect(printed).toMatch(/\n✗ registers and lists +no answer in time.*\n +→ See the services above\.\n/);
    expect(printed).toMatch(/\n\d+ wrong, \d+ to look at, \d+ fine\n$/);
  });

  it('refuses an unknown id and names the command that lists the known ones', async () => {
    const terms = ['--kind', 'monthly', '--starts-on', '2026-01-01', '--ends-on', '2026-12-31'];
    for (const command of [
      ['contract', 'create', '--corporation', unknownId, ...terms],
      ['contract', 'list', '--corporation', unknownId],
      ['credential', 'list', '--corporation', unknownId],
      ['user', 'list', '--corporation', unknownId],
    ]) {
      expect(await failure(vigia(...command))).toContain(`no corporation has the id ${unknownId}`);
    }
    expect(await failure(vigia('corporation', 'suspend', unknownId))).toContain('`corporation list`');
    expect(await failure(vigia('user', 'deactivate', unknownId))).toContain('`user list`');
    expect(await failure(vigia('user', 'change-email', unknownId, '--email', 'nadie@prueba.example'))).toContain('`user list`');
    expect(await failure(vigia('credential', 'revoke', 'vk_0'))).toContain('`credential list`');
  });

  it('follows a load that outlives its call, and shows its summary', async () => {
    await fetch(`${system.simulator.url}/control/protestos/20990000043`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ delayMs: 12_000, times: 1 }),
    });
    const shown = await vigia(...demo(client.accessSecret));
    expect(shown).toMatch(/→ load 20990000043 … \d+ s, (no summary yet|\d+ of 10 sections)\n/);
    expect(shown).toContain('is still loading');
    expect(shown).toMatch(/estado succeeded · activo.*identificacion +SH10 {2}data\n/s);
  });

  it('prints only JSON for a demo with --json', async () => {
    const { summary } = await json(...demo(client.accessSecret), '--tax-id', '20990000019');
    expect(summary).toMatchObject({ taxId: '20990000019', estado: 'succeeded', identificacion: { statusCode: 'SH10' } });
  });

  it('explains a refusal of the API', async () => {
    expect(await failure(vigia(...demo('vs_wrong')))).toMatch(/answered with 401, invalid credentials\. Check the access key/);
    const unknown = failure(vigia(...demo(client.accessSecret), '--tax-id', '123'));
    expect(await unknown).toContain('answered with 400, taxId is not a valid RUC');
  });
});

describe('a command to a broker that no service listens on', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  it('says that the system may not be running', async () => {
    const vigia = operatorOf({ DATABASE_URL: database.url });
    expect(await failure(vigia('corporation', 'list'))).toMatch(/^no answer in time: is the system running\?/);
  });

  it.each([
    ['billing', 'billing', { contracts: 0, drifts: [] }, '0 ledgers checked, none has drifted\n'],
    ['portfolio', 'profile-loader', { corporations: 0, healed: 0, drifts: [] }, '0 portfolios compared, no entry differed\n'],
  ])('waits up to 60 s for a full comparison: %s verify', async (command, owner, value, shown) => {
    const waits: number[] = [];
    const broker = await connectBroker({ url: database.url, service: 'test-owner', logger: createLogger('test', { level: 'silent' }) });
    try {
      broker.startWorker(`${owner}-requests`, {
        concurrency: 1,
        timeoutMs: 10_000,
        async handle({ id, data }) {
          const { sentAt, deadlineAt, replyTo } = data as { sentAt: number; deadlineAt: number; replyTo: string };
          waits.push(Math.round((deadlineAt - sentAt) / 1_000));
          await broker.replies.post(replyTo, { kind: 'answer', id, value });
        },
      });
      expect(await operatorOf({ DATABASE_URL: database.url })(command, 'verify')).toBe(shown);
      expect(waits).toEqual([60]);
    } finally {
      await broker.close();
    }
  });
});

describe('an invalid command', () => {
  const vigia = operatorOf({});

  it.each([
    [
      'two days the wrong way round',
      'monthly',
      ['--starts-on', '2027-01-01', '--ends-on', '2026-12-31'],
      'cannot end before the day it starts',
    ],
    [
      'a quota on a monthly plan',
      'monthly',
      ['--starts-on', '2026-01-01', '--ends-on', '2026-12-31', '--quota-months', '3'],
      'has no quota',
    ],
  ])('is refused before anything is sent: %s', async (_what, kind, terms, reason) => {
    expect(await failure(vigia('contract', 'create', '--corporation', unknownId, '--kind', kind, ...terms))).toContain(reason);
  });

  it('is refused before anything is sent: an address without credentials', async () => {
    expect(await failure(vigia('demo', '--base-url', 'http://127.0.0.1:1'))).toContain('belong together');
  });
});
