import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, livingSystem, type System } from '@vigia/testing';
import { newClient, type NewClient } from '../src/clients/new-client.js';
import { languages } from '../src/generated-clients/languages.js';
import { languagesHere, tryClients } from '../src/generated-clients/try-clients.js';

const cache = fileURLToPath(new URL('../../node_modules/.cache/vigia-clients', import.meta.url));
const here = await languagesHere(cache);
const missing = languages.filter((one) => !here.includes(one)).map(({ name }) => name);
if (missing.length > 0) process.stderr.write(`left out, because this machine has no tools for them: ${missing.join(', ')}\n`);

const oneTime = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 100_000 } as const;

describe('clients that are generated from the API reference', () => {
  let system: System;
  let client: NewClient;
  let found: Record<string, string[]>;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system, oneTime);
    const { brokerUrl } = system;
    const { baseUrl, corporationId, accessKey, accessSecret } = client;
    const { email, password } = await createUser({ brokerUrl, baseUrl }, { corporationId, role: 'admin' });
    const given = { BASE: baseUrl, ACCESS_KEY: accessKey, ACCESS_SECRET: accessSecret, EMAIL: email, PASSWORD: password };
    found = await tryClients({ folder: join(cache, 'clients'), cache, given, print: () => {} }, here);
  }, 1_800_000);

  afterAll(() => system?.stop());

  it('have a document, whatever tools the machine has', async () => {
    const document = (await (await fetch(`${client.baseUrl}/openapi.json`)).json()) as { openapi: string; servers: { url: string }[] };
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\./), servers: expect.arrayContaining([expect.anything()]) });
  });

  for (const { name } of here)
    it(`compile in ${name}, and read whole, partial and empty summaries, charges, the statement and a refusal correctly`, () => {
      expect(found[name]).toEqual([]);
    });
});
