import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openPanel, type Panel } from './panel/open-panel.js';
import { bearer } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';
import { writeCharges } from './running/long-ledger.js';

/** More than the buffers between a gateway and a client that does not read can hold. */
const charges = 80_000;
const month = 'desde=2097-03-01&hasta=2097-03-31';
const ofPrograms = { file: `/v2/cuota/cargos?${month}&formato=csv`, call: '/v2/portafolio?limit=1' };
const ofPeople = { file: `/panel/v1/quota/charges.csv?${month}`, call: '/panel/v1/session' };

interface Reader {
  file: string;
  /** The call that is refused once the right of the reader has ended. */
  call: string;
  headers: Record<string, string>;
}

describe('a file whose client stops reading for a while', () => {
  let panel: Panel;
  let corporationId: string;

  beforeAll(async () => {
    panel = await openPanel();
    const { operator, database } = panel.gateways;
    await panel.gateways.startBilling();
    corporationId = await panel.newCorporation();
    const terms = { kind: 'monthly', quotaMonths: 0, startsOn: '2026-01-01', endsOn: '2098-12-31' } as const;
    const contractId = await operator.createContract(corporationId, terms);
    await writeCharges(database, { corporationId, contractId }, charges);
  });

  afterAll(() => panel?.stop());

  async function newProgram(): Promise<Reader & { accessKey: string }> {
    const account = await panel.gateways.operator.createCredential(corporationId);
    return { ...ofPrograms, accessKey: account.accessKey, headers: bearer(await obtainToken(panel.url, account)) };
  }

  async function newPerson() {
    const { page, userId } = await panel.newPage(corporationId, 'member');
    return { ...ofPeople, page, userId, headers: { cookie: String(page.cookie) } };
  }

  /** Reads the beginning of the file; the function that is returned reads the rest. */
  async function begin({ file, headers }: Reader): Promise<() => Promise<string>> {
    const { body } = await fetch(`${panel.url}${file}`, { headers });
    const reader = body!.getReader();
    const parts = [(await reader.read()).value!];
    return async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
      return Buffer.concat(parts).toString('utf8');
    };
  }

  const untilRefused = ({ call, headers }: Reader) =>
    waitUntil(async () => (await exchange(panel.url, { path: call, headers })).status === 401, { what: `${call} is refused` });

  /** How each file ends that is read on after a right has ended. */
  async function endingsAfter(end: () => Promise<unknown>, ...readers: Reader[]): Promise<string[]> {
    const rests = await Promise.all(readers.map(begin));
    await end();
    await Promise.all(readers.map(untilRefused));
    return Promise.all(
      rests.map((rest) =>
        rest().then(
          () => 'whole',
          ({ message }: Error) => message,
        ),
      ),
    );
  }

  it('is complete if the right to read it remains', async () => {
    for (const reader of [await newProgram(), await newPerson()]) {
      const rest = await begin(reader);
      expect((await exchange(panel.url, { path: reader.call, headers: reader.headers })).status).toBe(200);
      const lines = (await rest()).trimEnd().split('\r\n');
      expect(lines).toHaveLength(1 + charges + 1);
      expect(lines.at(-1)).toContain(',Total,');
    }
  });

  it('is cut off when its credential is revoked', async () => {
    const program = await newProgram();
    expect(await endingsAfter(() => panel.gateways.operator.revoke(program.accessKey), program)).toEqual(['terminated']);
  });

  it('is cut off when its session ends', async () => {
    const person = await newPerson();
    expect(await endingsAfter(() => person.page.call('DELETE', '/session'), person)).toEqual(['terminated']);
  });

  it('is cut off when its user is deactivated', async () => {
    const { page: admin } = await panel.newPage(corporationId, 'admin');
    const person = await newPerson();
    const deactivate = () => admin.call('PATCH', `/users/${person.userId}`, { body: { active: false } });
    expect(await endingsAfter(deactivate, person)).toEqual(['terminated']);
  });

  it('is cut off when its corporation is suspended, for programs and for people', async () => {
    const readers = [await newProgram(), await newPerson()];
    const endings = await endingsAfter(() => panel.gateways.operator.suspend(corporationId), ...readers);
    await panel.gateways.operator.resume(corporationId);
    expect(endings).toEqual(['terminated', 'terminated']);
  });
});
