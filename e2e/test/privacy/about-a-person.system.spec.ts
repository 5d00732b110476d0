import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhook, livingSystem, startWebhookReceiver, waitUntil, type System, type WebhookReceiver } from '@vigia/testing';
import pg from 'pg';
import { loadOne } from '../../src/clients/calls.js';
import { freshRuc } from '../../src/clients/documents.js';
import { newClient } from '../../src/clients/new-client.js';

const script = readFileSync(join(import.meta.dirname, '../../../deploy/privacy/about.sql'), 'utf8');

type Row = Record<string, unknown>;

describe('deploy/privacy/about.sql', () => {
  let system: System;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    receiver?.close();
    await system?.stop();
  });

  it('finds a person in their own profile, in that of a company and in a file to ask with, and names everybody who got the data', async () => {
    const terms = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 12 } as const;
    const client = await newClient(system, terms);
    const company = freshRuc();
    expect((await loadOne(client, company, { months: 1 })).status).toBe(200);
    const { legal } = (await client.summary(company, 'v2')).body.data;
    const { numero_documento: person } = legal.data.representantes_legales.find(
      ({ tipo_documento }: { tipo_documento: string }) => tipo_documento === 'DNI',
    );
    expect((await loadOne(client, person, { docType: 'DNI', months: 1 })).status).toBe(200);
    await createWebhook(system.brokerUrl, client.corporationId, { url: receiver.url });
    expect((await client.trigger(person, { docType: 'DNI' })).status).toBe(202);
    await waitUntil(() => receiver.received.length > 0, { what: 'the receiver got the profile' });
    await system.database.query(`UPDATE webhooks.configuration SET url = 'https://later.example/' WHERE corporation_id = $1`, [
      client.corporationId,
    ]);

    const rows = await about(system.database.url, person);
    const rowsWith = (name: string) => rows.filter((row) => name in row);
    const corporation = expect.stringContaining('Prueba');
    expect(rowsWith('number_of_the_person')).toContainEqual({ doc_type: 'DNI', number_of_the_person: person });
    expect(rowsWith('profile')).toMatchObject([{ doc_type: 'DNI', estado: 'succeeded' }]);
    expect(rowsWith('asked_source').length).toBeGreaterThan(1);
    expect(rowsWith('requested_at')).toMatchObject([{ corporation, mode: 'monitoring', state: 'loaded' }]);
    expect(rowsWith('readable_for')).toMatchObject([{ readable_for: corporation }]);
    expect(rowsWith('ledger_of').map(({ kind }) => kind)).toEqual(['hold', 'commit']);
    expect(rowsWith('sent_to')).toMatchObject([{ corporation, sent_to: receiver.url, body: expect.stringContaining(person) }]);
    const mentions = rowsWith('mentioned_in').filter(({ mentioned_in }) => mentioned_in === company);
    expect(mentions).toContainEqual(expect.objectContaining({ section: 'legal' }));
    expect(mentions).toContainEqual(expect.objectContaining({ source: 'representantes_legales' }));
    expect(rowsWith('screened_with')).toContainEqual(expect.objectContaining({ screened_with: company, role: 'representante' }));
    expect(rowsWith('put_into_an_inquiry')).toMatchObject([{ ruc: person }]);
  });

  it('names both spellings under which the number of a CE is kept', async () => {
    const client = await newClient(system);
    const [capitals, small] = ['SIM000009876', 'sim000009876'];
    for (const number of [capitals, small]) expect((await loadOne(client, number, { docType: 'CE' })).status).toBe(200);
    const numbers = (await about(system.database.url, small)).flatMap(({ number_of_the_person: number }) => number ?? []);
    expect(new Set(numbers)).toEqual(new Set([capitals, small]));
  });
});

/** All rows of all lists, while the number is in a file to ask with, too. */
async function about(url: string, person: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO registry.inquiry (ruc, asked_at) VALUES ($1, now())', [person]);
    const lists: unknown = await client.query(script.replaceAll(`:'document'`, `'${person}'`));
    return (lists as pg.QueryResult<Row>[]).flatMap((list) => list.rows);
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}
