import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sections, sourcesFor, summaryV1, summaryV2, type Document, type SummaryV2 } from '@vigia/contracts';
import { ApiClient, livingSystem, waitUntil, type Answer, type System } from '@vigia/testing';
import { passDeadline } from './contract/passing-time.js';
import { magicDocuments, ordinaryDocuments } from './summary-contract/documents.js';
import { differences } from './summary-contract/keeps-to-contract.js';
import { brokenRules } from './summary-contract/summary-rules.js';
import { versionDifferences } from './summary-contract/version-rules.js';

const documents: Document[] = [...magicDocuments, ...ordinaryDocuments];
const atOnce = 4;

const neverAnswered = '20990000175';

describe('the summary', () => {
  const loads = new Map<string, Answer>();
  const summaries = new Map<string, { v1: Answer; v2: Answer<{ statusCode: number; data: SummaryV2 }> }>();
  let system: System;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('monthly'));
    const waiting = [...documents];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await loadAndRead(client, next);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }, 600_000);

  afterAll(() => system?.stop());

  async function loadAndRead(client: ApiClient, { taxId, docType }: Document): Promise<void> {
    const headers = await client.authorization();
    const answer = client.call('POST', '/v2/perfiles/cargar', { body: { taxId, docType }, headers });
    if (taxId === neverAnswered) await passDeadline(system, taxId, sourcesFor('RUC'));
    const loaded = await answer;
    // The answer to a failed load does not wait until billing has written the failure down.
    const v2 = await waitUntil(async () => {
      const read = await client.summary(taxId, 'v2');
      return (loaded.status === 200 || read.body.data.estado !== 'loading') && read;
    });
    loads.set(taxId, loaded);
    summaries.set(taxId, { v2, v1: await client.summary(taxId, 'v1') });
  }

  it.each(documents)('keeps both contracts and the rules between its fields: $docType $taxId', ({ taxId }) => {
    const { v1, v2 } = summaries.get(taxId)!;
    for (const answer of [v1, v2]) {
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['statusCode', 'data']);
      expect(answer.body).toMatchObject({ statusCode: 200, data: { taxId } });
    }
    expect(differences(summaryV2, v2.body.data)).toEqual([]);
    expect(differences(summaryV1, v1.body.data)).toEqual([]);
    expect(brokenRules(v2.body.data)).toEqual([]);
    expect(versionDifferences(v1.body.data, v2.body.data)).toEqual([]);
  });

  it.each(magicDocuments)('shows $code', ({ taxId, status, shows }) => {
    expect(loads.get(taxId)).toMatchObject({ status, body: { statusCode: status } });
    expect(summaries.get(taxId)?.v2.body.data).toMatchObject(shows);
  });

  it.each(ordinaryDocuments)('is complete for $docType $taxId', ({ taxId, docType }) => {
    expect(loads.get(taxId)).toMatchObject({ status: 200 });
    const data = summaries.get(taxId)!.v2.body.data;
    expect(data).toMatchObject({ activo: true, estado: 'succeeded', identificacion: { statusCode: 'SH10' } });
    expect(data.legal.statusCode === 'SH40').toBe(docType !== 'RUC');
  });

  it('shows every status code of a section among these documents', () => {
    const read = [...summaries.values()].map(({ v2 }) => v2.body.data);
    const seen = new Set(read.flatMap((data) => sections.map((section) => data[section].statusCode)));
    expect(seen).toEqual(new Set(['SH10', 'SH11', 'SH30', 'SH40', 'SH50', 'SH51']));
    for (const section of sections) expect(read.some((data) => data[section].statusCode === 'SH10')).toBe(true);
  });

  it('breaks the contract when a field is missing, added or inconsistent', () => {
    const { v2 } = summaries.get('20990000213')!;
    const { estado, ...rest } = v2.body.data;
    expect(differences(summaryV2, { estado, ...rest })).not.toEqual([]);
    expect(differences(summaryV2, { ...v2.body.data, nuevo: null })).not.toEqual([]);
    expect(brokenRules({ ...v2.body.data, finanzas: { statusCode: 'SH50', data: v2.body.data.finanzas.data } })).not.toEqual([]);
  });
});
