import { describe, expect, it } from '@jest/globals';
import { sourcesFor, uitByYear, type DatasetStatus, type SourceName, type SourceStatus } from '@vigia/contracts';
import { judgeAdded } from '../src/doctor/added-sources.js';
import { judgeDatasets } from '../src/doctor/datasets.js';
import { exitStatusOf } from '../src/doctor/examine.js';
import { attention, fine, wrong, type Examined } from '../src/doctor/finding.js';
import { judgeLogins } from '../src/doctor/logins.js';
import { judgeOrder } from '../src/doctor/order-of-text.js';
import { adviceFor } from '../src/doctor/rows.js';
import { judgeConnections, judgeServer, judgeSpace } from '../src/doctor/server.js';
import { judgeSources } from '../src/doctor/sources.js';
import { checkTaxUnit } from '../src/doctor/tax-unit.js';
import { judgeTransactions } from '../src/doctor/transactions.js';
import { judgeAges } from '../src/doctor/wraparound.js';
import { judgeArchiving, judgeSlots } from '../src/doctor/write-ahead-log.js';

const asked: SourceStatus = {
  source: 'protestos',
  pause: null,
  waiting: 0,
  active: 0,
  lastAnswerAt: '2026-11-21T08:15:00.000Z',
  hour: { asked: 100, failed: 1, timedOut: 0, p50Ms: 20, p95Ms: 90 },
  circuits: { open: 0, of: 2 },
};
const since = '2026-11-21T08:15:00.000Z';
const sources = (...some: Partial<SourceStatus>[]) =>
  judgeSources(
    some.map((more) => ({ ...asked, ...more })),
    [],
  ).slice(1);

describe('the check of the sources', () => {
  it('lists the sources by where their answers come from', () => {
    const [told] = judgeSources([asked, { ...asked, source: 'identificacion', circuits: { open: 0, of: 0 } }], []);
    expect(told).toEqual(fine('sources', 'can be asked over a network: protestos; only from registers and lists: identificacion'));
  });

  it.each([
    ['is paused', { pause: { reason: 'sin contrato', since } }, 'paused: protestos'],
    ['has an open circuit', { circuits: { open: 1, of: 2 } }, 'circuit open: protestos'],
    ['fails often', { hour: { ...asked.hour!, failed: 30 } }, 'failed often in the last hour: protestos'],
    ['never answered', { lastAnswerAt: null }, 'never answered: protestos'],
  ] as [string, Partial<SourceStatus>, string][])('warns when a source %s', (_what, more, found) => {
    expect(sources(more)).toEqual([{ check: 'sources', standing: 'attention', found, advice: expect.any(String) }]);
    expect(sources({})).toEqual([]);
  });

  it('names a source that the simulator invents', () => {
    expect(judgeSources([asked], ['protestos'])[1]?.found).toBe('invented by the simulator: protestos');
  });

  it('takes what a simulator invented that runs no more for no answer of a register', () => {
    const [told, invented] = judgeSources([{ ...asked, circuits: { open: 0, of: 0 } }], ['protestos']);
    expect(told).toEqual(fine('sources', 'can be asked over a network: none; only from registers and lists: none'));
    expect(invented?.found).toBe('invented by the simulator: protestos');
  });
});

describe('the check of what the sources were asked about', () => {
  const companies = { docType: 'RUC', asked: sourcesFor('RUC'), profiles: 400 } as const;
  const people = { docType: 'DNI', asked: sourcesFor('DNI'), profiles: 60 } as const;
  const without = (source: SourceName) => companies.asked.filter((one) => one !== source);

  it('finds nothing if each profile has all sources of its type of document, or if there is none', () => {
    expect(judgeAdded([companies, people], [])).toEqual([]);
    expect(judgeAdded([], [])).toEqual([]);
  });

  it('names the sources that some profiles were not asked about, unless they are paused', () => {
    const refreshed = [
      companies,
      people,
      { ...companies, asked: without('protestos'), profiles: 30 },
      { ...companies, asked: without('protestos').filter((source) => source !== 'trabajadores'), profiles: 10 },
    ];
    const told = (...paused: SourceName[]) => judgeAdded(refreshed, paused).map(({ standing, found }) => `${standing}: ${found}`);
    const some = 'attention: not asked yet about some of the 500 profiles refreshed last: ';
    expect(told()).toEqual([`${some}protestos (40), trabajadores (10)`]);
    expect(told('protestos')).toEqual([`${some}trabajadores (10)`]);
    expect(told('protestos', 'trabajadores')).toEqual([]);
  });
});

describe('the check of the registers and lists', () => {
  const list = { dataset: 'un', kind: 'list', current: {}, latest: { state: 'current' }, isLate: false, missingWeek: null, pause: null };
  const told = (more: object) => judgeDatasets([{ ...list, ...more } as unknown as DatasetStatus], []).map(({ found }) => found);

  it.each([
    ['no list is in force', { current: null }, 'no list of sanctions is in force'],
    ['a list is late', { isLate: true }, 'late: un'],
    ['an import failed', { latest: { state: 'failed' } }, 'latest import refused or failed: un'],
    [
      'a week is missing',
      { missingWeek: { week: '2026-09-07', leavesOn: '2026-11-19' } },
      'un lacks the week of 2026-09-07, published until 2026-11-19',
    ],
    ['a list is paused', { pause: { reason: 'x', since } }, 'paused: un'],
    ['the licence of a list has lapsed', { licenceMissing: true }, 'in force without a licence: un'],
  ])('reports that %s', (_what, more, found) => {
    expect(told(more)).toContain(found);
    expect(told({})).toEqual(['1 in force']);
  });

  it('reports what is in force although this release no longer has it', () => {
    const findings = judgeDatasets([list as unknown as DatasetStatus], ['vieja', 'otra']);
    expect(findings.map(({ found }) => found)).toEqual(['1 in force', 'in force although this release no longer has it: vieja, otra']);
  });

  it('says nothing about a list that was retired, beside others', () => {
    const retired = { current: null, latest: { state: 'failed' }, pause: { reason: 'retired: x', since } };
    const findings = judgeDatasets([list, { ...list, dataset: 'uk', ...retired }] as unknown as DatasetStatus[], []);
    expect(findings.map(({ found }) => found)).toEqual(['1 in force']);
  });
});

it('the check of the tax unit asks for the one of the next year from the middle of December', async () => {
  const [year, soles] = uitByYear.at(-1)!;
  const on = (instant: string) => checkTaxUnit({ now: () => Date.parse(instant) } as Examined);
  expect(await on(`${year}-12-17T04:59:59Z`)).toEqual([fine('tax unit', `S/ ${soles} in ${year}`)]);
  const found = `S/ ${soles} in ${year}, with which the score of ${year + 1} is computed too: its own is not known`;
  for (const instant of [`${year}-12-17T05:00:00Z`, `${year + 1}-06-01T00:00:00Z`])
    expect(await on(instant)).toEqual([attention('tax unit', found, expect.any(String) as never)]);
});

describe('a server', () => {
  const server = { version: '18.4', major: 18, isStandby: false, isReadOnly: false, encoding: 'UTF8' };

  it.each([
    ['fine', {}, 'PostgreSQL 18.4'],
    ['wrong', { version: '17.6', major: 17 }, 'PostgreSQL 17.6 is older than 18'],
    ['wrong', { isReadOnly: true }, 'PostgreSQL 18.4 accepts no writes: default_transaction_read_only is on'],
    ['wrong', { isStandby: true, isReadOnly: true }, 'PostgreSQL 18.4 is a standby, which is read-only'],
    ['wrong', { encoding: 'SQL_ASCII' }, 'PostgreSQL 18.4 stores SQL_ASCII'],
  ])('is %s: %j', (standing, more, found) => {
    expect(judgeServer({ ...server, ...more })[0]).toMatchObject({ standing, found });
  });
});

describe('the check of the order of text', () => {
  const order = { provider: 'libc', locale: 'en_US.utf8', builtWith: '2.36', now: '2.36' } as const;

  it.each([
    ['fine', {}, 'en_US.utf8 of libc, version 2.36, which comes with the operating system'],
    ['fine', { provider: 'builtin', locale: 'C.UTF-8', builtWith: '1', now: '1' }, 'C.UTF-8 of builtin'],
    ['fine', { locale: 'C', builtWith: null, now: null }, 'C of libc'],
    ['wrong', { now: '2.41' }, 'en_US.utf8 of libc: the indexes were built with version 2.36 of its rules, the server has 2.41'],
    ['wrong', { builtWith: null }, 'en_US.utf8 of libc: the indexes were built with version unknown of its rules, the server has 2.36'],
  ] as const)('is %s: %j', (standing, more, found) => {
    expect(judgeOrder({ ...order, ...more })).toMatchObject([{ standing, found }]);
  });
});

describe('the checks of disk space and connections', () => {
  const stored = { bytes: 2 ** 30, largest: 'profiles.section_version' };
  const space = (share: number) => judgeSpace(stored, [{ freeBytes: share * 100 * 2 ** 30, totalBytes: 100 * 2 ** 30 }])[0]!;

  it('warn before these run out', () => {
    expect([space(0.5), space(0.1), space(0.01)].map(({ standing }) => standing)).toEqual(['fine', 'attention', 'wrong']);
    expect(space(0.5).found).toBe(
      'the database takes 1.00 GB, its largest table is profiles.section_version; 50.00 GB of 100.00 GB are free',
    );
    expect(judgeSpace(stored, [])[0]!.found).toContain('free space is not checked from here');
    const connections = [10, 85, 97].map((open) => judgeConnections({ most: 100, open, ours: open })[0]!.standing);
    expect(connections).toEqual(['fine', 'attention', 'wrong']);
  });
});

it.each([
  ['loader_event', 'Is billing running? `message refused`'],
  ['billing_event', 'Is profile-loader running? `message refused`'],
  ['hold', 'Is billing running? Search its log'],
  ['event_start', 'Is profile-loader running? `message refused`'],
  ['event_deadline', 'Is webhook-dispatcher running?'],
])('the check of overdue rows sends to the service that should take a %s', (kind, advice) => {
  expect(adviceFor(kind)).toContain(advice);
});

describe('the check of the write-ahead log', () => {
  const [earlier, later] = [new Date('2026-11-21T08:15:00Z'), new Date('2026-11-21T08:16:00Z')];
  const archiving = {
    mode: 'on',
    isConfigured: true,
    settingsFile: null,
    failedAt: null,
    failedSegment: null,
    archivedAt: earlier,
    waiting: 3,
  };

  it.each([
    ['fine', {}, 'archived, the last one at 2026-11-21T08:15:00.000Z'],
    ['fine', { archivedAt: null, waiting: 1 }, 'archived, none so far'],
    ['attention', { archivedAt: null, waiting: 2 }, '2 segments wait to be archived, none so far'],
    ['wrong', { archivedAt: null, waiting: 65 }, '65 segments wait to be archived, none so far'],
    ['attention', { archivedAt: null, waiting: null }, 'how many segments wait to be archived cannot be seen, none so far'],
    ['fine', { mode: 'off', archivedAt: null }, 'not archived: archive_mode is off'],
    [
      'attention',
      { mode: 'off', settingsFile: '/data/postgresql.auto.conf' },
      'not archived: archive_mode is off since a restore or by ALTER SYSTEM',
    ],
    ['wrong', { isConfigured: false }, 'archive_mode is on, but archive_command is empty: the server keeps every segment'],
    [
      'wrong',
      { failedAt: later, failedSegment: '0A' },
      'not archived: 0A failed at 2026-11-21T08:16:00.000Z, the last one at 2026-11-21T08:15:00.000Z',
    ],
    [
      'wrong',
      { failedAt: earlier, failedSegment: '0A', archivedAt: null },
      'not archived: 0A failed at 2026-11-21T08:15:00.000Z, none so far',
    ],
    ['fine', { failedAt: earlier, failedSegment: '0A', archivedAt: later }, 'archived, the last one at 2026-11-21T08:16:00.000Z'],
    ['wrong', { waiting: 65 }, '65 segments wait to be archived, the last one at 2026-11-21T08:15:00.000Z'],
  ])('is %s: %j', (standing, more, found) => {
    expect(judgeArchiving({ ...archiving, ...more })).toEqual([expect.objectContaining({ standing, found })]);
  });

  it('names the slots that hold segments, and how to drop one', () => {
    const slot = { name: 'standby', active: false, status: 'reserved', heldBytes: 2 * 2 ** 30 };
    const told = (more: object) => judgeSlots([{ ...slot, ...more }]).map(({ standing, found }) => `${standing}: ${found}`);
    expect(told({})).toEqual(['attention: the slot standby holds 2.0 GB, and nobody reads it']);
    expect(told({ heldBytes: 11 * 2 ** 30 })).toEqual(['wrong: the slot standby holds 11.0 GB, and nobody reads it']);
    expect(told({ heldBytes: 11 * 2 ** 30, active: true })).toEqual([
      'attention: the slot standby holds 11.0 GB, and its reader is behind',
    ]);
    expect(told({ heldBytes: 2 ** 20 })).toEqual([]);
    expect(told({ status: 'lost' })).toEqual(['attention: the slot standby has lost its segments']);
    expect(judgeSlots([slot])[0]!.advice).toContain("SELECT pg_drop_replication_slot('standby')");
  });
});

describe('the check of the wraparound', () => {
  const ages = {
    database: 'vigia',
    isOpen: true,
    age: 150e6,
    multixactAge: 1e6,
    vacuumedAt: 200e6,
    multixactsVacuumedAt: 400e6,
    autovacuum: true,
  };

  it.each([
    ['fine', {}, '150 million transactions of 2147 in vigia'],
    ['attention', { age: 401e6 }, '401 million transactions of 2147 in vigia'],
    ['wrong', { age: 1_100e6 }, '1100 million transactions of 2147 in vigia'],
    ['attention', { multixactAge: 801e6 }, '801 million multixacts of 2147 in vigia'],
    ['attention', { autovacuum: false }, 'autovacuum is off; 150 million transactions of 2147 in vigia'],
  ])('is %s: %j', (standing, more, found) => {
    expect(judgeAges({ ...ages, ...more })).toEqual([expect.objectContaining({ standing, found })]);
  });

  it('advises a command only where somebody can log in', () => {
    const advice = (more: object) => judgeAges({ ...ages, age: 401e6, ...more })[0]!.advice;
    expect(advice({})).toContain('run VACUUM FREEZE in vigia.');
    expect(advice({ database: 'template0', isOpen: false })).toContain('ALTER DATABASE template0 ALLOW_CONNECTIONS true');
  });
});

it('the check of the transactions names the session to end', () => {
  const unseen = { sessions: 2, login: 'owner' };
  const [one, two] = judgeTransactions([{ pid: 4711, login: 'ana', program: 'psql', minutes: 12 }], unseen);
  expect(one).toMatchObject({ standing: 'attention', found: 'pid 4711 (ana, psql) has been in a transaction for 12 minutes' });
  expect(one!.advice).toContain('SELECT pg_terminate_backend(4711)');
  const [hung] = judgeTransactions([{ pid: 4712, login: 'importer', program: 'vigia-data-importer-session', minutes: 150 }], unseen);
  expect(hung!.advice).toContain('If its import makes no progress');
  expect(two).toMatchObject({ standing: 'attention', found: 'the transactions of 2 sessions of other logins cannot be seen' });
});

describe('the exit status', () => {
  it('is that of the most severe finding', () => {
    const [a, b, c] = [fine('x', 'y'), attention('x', 'y', 'z'), wrong('x', 'y', 'z')];
    expect([exitStatusOf([a]), exitStatusOf([a, b]), exitStatusOf([c, a, b])]).toEqual([0, 1, 2]);
  });
});

it('the check of the logins names a service without a login, once other services have one', () => {
  const found = (...logins: [string, string][]) =>
    judgeLogins(logins.map(([login, role]) => ({ login, isSuperuser: false, roles: [role] }))).map((one) => one.found);
  const everybody = ['gateway', 'loader', 'billing', 'dispatcher', 'importer'].map((name): [string, string] => [name, `vigia_${name}`]);
  expect(found()).toEqual(['the services log in as the owner of the database, as in the standalone system']);
  expect(found(...everybody)).toEqual(['5, each with one role']);
  expect(found(...everybody.filter(([name]) => name !== 'billing'))).toEqual(['no login may act as vigia_billing']);
});
