import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, limaDay, type SourceName } from '@vigia/contracts';
import type { SourceAnswer } from '../../src/domain/source-answer.js';
import { mappingOf } from '../../src/sections/sections.js';
import { readExchange } from '../../src/sources/connector/read-exchange.js';
import type { HttpProvider } from '../../src/sources/providers/http-provider.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { questionAbout } from '../../src/sources/providers/question.js';
import { readReadyProviders } from '../../src/sources/providers/ready-providers.js';

interface Case {
  name: string;
  source: SourceName;
  status: number;
  body: unknown;
  answer: { outcome: string; reason?: string; data?: object; notes?: string[]; accepted?: boolean };
  observedAt?: string;
}

/** A recorded answer of a provider, with an invented company. */
interface Fixture {
  variable: string | null;
  questions: Record<SourceName, { method: string; url: string; headers?: object; body?: object }>;
  cases: Case[];
}

const fixtures = new URL('./ready/', import.meta.url);
const names = readdirSync(new URL('../../../../deploy/providers/', import.meta.url)).map((file) => file.replace('.json', ''));
const ruc: Document = { docType: 'RUC', taxId: '20991000012' };
const key = 'CANARY-4711';
const limits = { sourcesUrl: undefined, sourceTimeoutMs: 15_000, sourceConcurrency: 10, refreshHours: 24 };

it.each(names)('the ready provider %s has a fixture', (name) => {
  expect(readdirSync(fixtures)).toContain(`${name}.json`);
});

it('an unknown ready provider is refused by name', () => {
  expect(() => readReadyProviders('apiperu,../secrets', { APIPERU_TOKEN: key })).toThrow('names "../secrets", which is none of apiperu,');
  expect(() => readReadyProviders('apiperu', {})).toThrow('APIPERU_TOKEN is missing');
  expect(readReadyProviders('', {})).toEqual([]);
});

it('everything that is wrong with the ready providers is named at once', () => {
  expect(() => readReadyProviders('perudevs,apiperu,other,oece', {})).toThrow(
    /^is wrong in 1 place\(s\): PERUDEVS_KEY is missing .*; is wrong in 1 place\(s\): APIPERU_TOKEN is missing .*; names "other", which is none of /,
  );
});

it('the ready providers come from the folder that the setting names, as a value or in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ready-providers-'));
  writeFileSync(join(folder, 'own.json'), '{}');
  writeFileSync(join(folder, 'named'), folder);
  expect(readReadyProviders('own', { VIGIA_READY_PROVIDERS_DIR: folder })).toMatchObject([{ name: 'own' }]);
  expect(readReadyProviders('own', { VIGIA_READY_PROVIDERS_DIR_FILE: join(folder, 'named') })).toMatchObject([{ name: 'own' }]);
  rmSync(folder, { recursive: true });
});

describe.each(names)('the ready provider %s', (name) => {
  const { variable, questions, cases } = JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), 'utf8')) as Fixture;
  const ready = readReadyProviders(name, variable === null ? {} : { [variable]: key });
  const all = providersOf({ ...limits, readyProviders: ready, providers: { file: {}, secretOf: () => '' } });
  const sources = Object.keys(questions) as SourceName[];

  function providerOf(source: SourceName): HttpProvider {
    const provider = all[source];
    if (provider.kind === 'http') return provider;
    if (provider.kind === 'overlay' && provider.overlays.length === 1) return provider.overlays[0]!;
    throw new Error(`${name} is not asked about ${source}`);
  }

  it('is asked only for its sources', () => {
    const asked = Object.entries(all).flatMap(([source, { kind }]) => (kind === 'http' || kind === 'overlay' ? [source] : []));
    expect(asked.toSorted()).toEqual(sources.toSorted());
  });

  it.each(sources)('is asked for %s as its API expects', (source) => {
    const { url, method, headers, body } = questionAbout(providerOf(source), source, ruc)!;
    const expected = questions[source];
    expect({ url, method }).toEqual({ url: expected.url, method: expected.method });
    expect(headers).toMatchObject(expected.headers ?? {});
    expect(body === undefined ? undefined : JSON.parse(body)).toEqual(expected.body);
    expect(questionAbout(providerOf(source), source, { docType: 'CE', taxId: 'SIM000001' })).toBeUndefined();
  });

  it.each(cases.map((one) => [one.source, one.name, one.status, one] as const))(
    'has its answer read as expected for %s: %s (%d)',
    async (source, _name, status, given) => {
      const body = Buffer.from(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
      const asked = { source, ...ruc, ruc: ruc.taxId };
      const answer = await readExchange({ status, headers: {}, body }, providerOf(source), asked);
      const { outcome, reason } = given.answer;
      expect(answer).toMatchObject({ outcome, ...(reason && { reason }), ...(given.observedAt && { observedAt: given.observedAt }) });
      expect(JSON.stringify(answer)).not.toContain(key);
      expect(read(source, answer)).toEqual(readAs(given.answer));
    },
  );
});

/** What happens to an answer with data: what is kept and noted, or that it is refused. */
function read(source: SourceName, answer: SourceAnswer) {
  if (answer.outcome !== 'data') return null;
  if (!mappingOf(source).accepts(answer.data)) return 'refused';
  const { data, trail } = mappingOf(source).tidied(answer, limaDay(new Date()));
  return { data, notes: trail?.notes ?? [] };
}

function readAs({ outcome, data, notes = [], accepted = true }: Case['answer']) {
  if (outcome !== 'data') return null;
  return accepted ? { data: JSON.parse(JSON.stringify(data).replaceAll('$month', limaDay(new Date()).slice(0, 7))), notes } : 'refused';
}
