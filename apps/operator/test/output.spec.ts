import { describe, expect, it } from '@jest/globals';
import { type ContractKind, VigiaError } from '@vigia/contracts';
import { StatementError } from '@vigia/database';
import { BrokerStartError, BrokerUnavailableError, ReplyUnknownError } from '@vigia/messaging';
import { ConfigurationError } from '@vigia/service-kit';
import { Command } from 'commander';
import { action } from '../src/commands/action.js';
import { whatEndedBefore, whatEndsBetween } from '../src/commands/contract.js';
import { closedRow } from '../src/commands/hit.js';
import { explain, oneLine, paintFor, progressOn, table } from '../src/terminal.js';

describe('a table', () => {
  it('is aligned under the names of its fields', () => {
    const rows = [
      { a: 1, long: 'x' },
      { a: 22, long: 'yy' },
    ];
    expect(table(rows)).toBe('a   long\n1   x\n22  yy\n');
  });

  it('prints "none" when it is empty', () => {
    expect(table([])).toBe('none\n');
  });

  it('keeps a row on one line when a name contains control characters', () => {
    expect(table([{ name: 'Uno\nDos\u001b[2J' }])).toBe('name\nUno Dos [2J\n');
  });
});

describe('a closed hit', () => {
  const hit = {
    list: 'oece_sancionados',
    entityId: '20991000012 R-1',
    askedName: 'OBRAS CANAL SECO E.I.R.L.',
    listedName: 'OBRAS CANAL SECO E.I.R.L.',
    openedIn: 'oece 1',
    closedIn: 'oece 2',
    subjectChanged: null,
    endedOn: null,
    closedAt: '2026-11-30T15:00:00.000Z',
  };

  it.each([
    ['the version that no longer has the entry', {}, 'oece 2'],
    ['that the list is no longer searched', { closedIn: null }, 'the list is no longer in use'],
    ['that the profile changed', { subjectChanged: true }, 'the profile has another name or document'],
    ['the last day of an entry that the version still has', { endedOn: '2026-11-28' }, "the entry's last day was 2026-11-28"],
  ])('says %s', (_what, change, gone) => {
    expect(closedRow({ ...hit, ...change })).toMatchObject({ entity: hit.entityId, found: 'oece 1', gone });
  });

  it('has the day in Lima, where it is still yesterday while it is today in UTC', () => {
    expect(closedRow({ ...hit, closedAt: '2026-12-01T02:00:00.000Z' }).on).toBe('2026-11-30');
  });
});

describe('the answer to a new contract', () => {
  const contract = (startsOn: string, endsOn: string, kind: ContractKind = 'monthly') => ({ kind, startsOn, endsOn });
  const earlier = [contract('2026-01-01', '2026-06-30'), contract('2026-07-01', '2026-10-31')];

  const lastDay = '2026-10-31';

  it('says which monitoring a monthly contract after a gap does not bring back, and how it is activated', () => {
    const said = whatEndedBefore(contract('2026-12-01', '2027-11-30'), earlier, lastDay);
    expect(said).toContain('has its last day on 2026-10-31. Monitoring ends with that day');
    expect(said).toContain('from 2026-12-01 on, activate its profiles again with `monitoring activate`');
  });

  it.each([
    ['on its first day', '2026-11-01', '2026-11-01', 'back: activate its profiles again'],
    ['later than on its first day', '2026-11-01', '2026-11-20', 'back: activate its profiles again'],
    ['after a gap has begun', '2026-12-01', '2026-11-01', 'from 2026-12-01 on, activate its profiles again'],
  ])('says of one that is made %s that the monitoring before it has ended', (_when, startsOn, today, how) => {
    const said = whatEndedBefore(contract(startsOn, '2027-11-30'), earlier, today);
    expect(said).toContain('ended on 2026-10-31. Monitoring ended with that day');
    expect(said).toContain(how);
  });

  it.each([
    ['it begins on the day after the last one, and is made by then', contract('2026-11-01', '2027-10-31'), earlier, lastDay],
    ['it is the first', contract('2026-12-01', '2027-11-30'), [], lastDay],
    ['the others begin later', contract('2025-01-01', '2025-12-31'), earlier, lastDay],
    ['it is for a plan with a quota', contract('2026-12-01', '2027-11-30', 'one_time'), earlier, lastDay],
    ['the one before it had a quota', contract('2026-12-01', '2027-11-30'), [contract('2026-01-01', '2026-10-31', 'one_time')], lastDay],
    ['it is over as well, so that nothing can be activated under it', contract('2026-11-01', '2026-11-10'), earlier, '2026-11-11'],
  ])('says nothing of it if %s', (_when, made, before, today) => {
    expect(whatEndedBefore(made, before, today)).toBe('');
  });
});

describe('the answer to an amended contract', () => {
  const contract = (startsOn: string, endsOn: string, kind: ContractKind = 'monthly') => ({ kind, startsOn, endsOn });
  const others = [contract('2027-01-01', '2027-12-31'), contract('2026-01-01', '2026-06-30'), contract('2026-07-01', '2026-12-31')];

  it('says that the next monthly contract does not continue its monitoring if days lie between the two', () => {
    const said = whatEndsBetween(contract('2026-01-01', '2026-05-31'), others);
    expect(said).toContain('begins on 2026-07-01, not on the day after. Monitoring ends with 2026-05-31');
    expect(said).toContain('from 2026-07-01 on, activate its profiles again with `monitoring activate`');
  });

  it.each([
    ['the next one begins on the day after', contract('2026-01-01', '2026-06-30'), others],
    ['no other follows', contract('2027-01-01', '2027-11-30'), others],
    ['the one that follows has a quota', contract('2026-01-01', '2026-05-31'), [contract('2026-07-01', '2026-12-31', 'one_time')]],
    ['it has a quota', contract('2026-01-01', '2026-05-31', 'one_time'), others],
  ])('says nothing of it if %s', (_when, amended, all) => {
    expect(whatEndsBetween(amended, all)).toBe('');
  });
});

describe('a name', () => {
  it('cannot change the direction in which the rest of its line is read', () => {
    expect(oneLine('Uno\u202Etxt\u202C \u2066Dos\u2069\u200E\u200F\u061C')).toBe('Unotxt Dos');
  });
});

describe('an error', () => {
  it.each([
    [
      new ReplyUnknownError('corporations.list'),
      /is the system running\?.*the same broker \(VIGIA_BROKER_URL; without it, DATABASE_URL\)\?.*may still have been carried out/,
    ],
    [new BrokerUnavailableError(new Error('connect ECONNREFUSED')), /^the broker cannot be reached: is the system running\?$/],
    [new BrokerUnavailableError(new Error('OOM command not allowed')), /^the broker has no memory left \(OOM\)$/],
    [new BrokerStartError('the broker at redis://h cannot be reached', { cause: new Error() }), /is the system running\?$/],
    [new BrokerStartError('the broker evicts: set noeviction'), /^the broker evicts: set noeviction$/],
    [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), /^the database cannot be reached/],
    [new StatementError('connect', { code: '57P03' }), /^the database cannot be reached \(57P03\): is it running\?$/],
    [new StatementError('INSERT', { code: '53100' }), /^the database lacks resources \(53100\): see its disk/],
    [new StatementError('INSERT', { code: '25006' }), /^the database accepts no writes \(25006\)/],
    [Object.assign(new Error('sorry, too many clients already'), { code: '53300' }), /^the database lacks resources \(53300\)/],
    [Object.assign(new Error('cannot execute'), { code: '25006' }), /^the database accepts no writes \(25006\)/],
    [new StatementError('connect', new Error('timeout expired')), /^the database cannot be reached/],
    [new StatementError('connect', { code: '28P01' }), /^the database refuses .*28P01.*password right\?$/],
    [
      new StatementError('SELECT name', { code: '42501' }),
      /^this login has no right to the tables \(42501\): DATABASE_URL must be the owner's$/,
    ],
    [new ConfigurationError(['A is missing', 'B is wrong']), /^A is missing; B is wrong$/],
    [VigiaError.of('conflict', { detail: 'taken' }), /^taken$/],
    [VigiaError.of('internal', { correlationId: 'c-1' }), /c-1.*`message refused`/],
    [new Error('one\n  two'), /^one {3}two$/],
  ])('is explained in one line: %s', (error, line) => {
    const text = explain(error);
    expect(text).toMatch(line);
    expect(text).not.toContain('\n');
  });
});

describe('a command about something that does not exist', () => {
  it.each([
    ['user deactivate', 'user list'],
    ['contract amend', 'contract list'],
    ['hit dismiss', 'hit list'],
    ['dataset import', 'dataset list'],
    ['dataset diff', 'dataset versions'],
    ['quota grant', 'contract list'],
    ['credential create', 'corporation list'],
  ])('names the command that lists what exists: %s', async (path, list) => {
    const [group, name] = path.split(' ') as [string, string];
    const program = new Command();
    const surroundings = { environment: {}, print: () => {}, isTerminal: false };
    action(program.command(group).command(name), surroundings, () => Promise.reject(VigiaError.of('not_found')));
    await expect(program.parseAsync([group, name], { from: 'user' })).rejects.toThrow(`\`${list}\``);
  });
});

describe('the output', () => {
  const shown = (isTerminal: boolean) => {
    let text = '';
    const progress = progressOn({ print: (more) => (text += more), isTerminal });
    progress.now('at it');
    progress.done('finished');
    return text;
  };

  it('replaces the progress line on a terminal, and prints lines elsewhere', () => {
    expect(shown(true)).toBe('\r\u001b[2Kat it\r\u001b[2Kfinished\n');
    expect(shown(false)).toBe('at it\nfinished\n');
  });

  it('is coloured only on a terminal, and not with NO_COLOR', () => {
    expect(paintFor({ isTerminal: true, environment: {} })('green', 'x')).toBe('\u001b[32mx\u001b[39m');
    expect(paintFor({ isTerminal: true, environment: { NO_COLOR: '1' } })('green', 'x')).toBe('x');
    expect(paintFor({ isTerminal: false, environment: {} })('green', 'x')).toBe('x');
  });
});
