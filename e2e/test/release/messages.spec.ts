import { describe, expect, it } from '@jest/globals';
import { deliveryJob, docTypes, messages, notice, sourceJob, sourceQueue, sourcesFor } from '@vigia/contracts';
import { workQueues } from '@vigia/messaging';
import { narrowings, type Schema } from './narrowings.js';
import { isBeforeThisOne, released, releasedCommit } from './released.js';

interface Contract {
  kind: string;
  owner: string;
  payload: Schema;
  reply: Schema;
}

interface Spoken {
  messages: Record<string, Contract>;
  jobs: Record<string, Schema>;
  queues: readonly string[];
}

const asWritten = <T>(value: unknown) => JSON.parse(JSON.stringify(value, withoutText)) as T;
const withoutText = (name: string, value: unknown) =>
  (name === 'description' || name === 'title') && typeof value === 'string' ? undefined : value;

const now = asWritten<Spoken>({ messages, jobs: { sourceJob, deliveryJob, notice }, queues: workQueues });

/** The incompatibilities of this release and another while both run; `first` came before. */
function misunderstandings(first: Spoken, then: Spoken): string[] {
  const gone = Object.keys(first.messages).filter((name) => !then.messages[name]);
  const added = Object.keys(then.messages).filter((name) => !first.messages[name]);
  const kept = Object.keys(first.messages).filter((name) => then.messages[name]);
  return [
    ...gone.map((name) => `${name}: no longer handled`),
    ...added.map((name) => `${name}: not handled before`),
    ...kept.flatMap((name) => betweenVersions(first.messages[name]!, then.messages[name]!).map((fault) => `${name}: ${fault}`)),
    ...Object.keys(first.jobs).flatMap((name) =>
      bothWays(first.jobs[name]!, then.jobs[name] ?? { const: 'gone' }).map((fault) => `${name}: ${fault}`),
    ),
    ...first.queues.filter((queue) => !then.queues.includes(queue)).map((queue) => `${queue}: nobody takes from it`),
  ];
}

function betweenVersions(first: Contract, then: Contract): string[] {
  if (first.owner !== then.owner || first.kind !== then.kind)
    return [`moved from ${first.owner} (${first.kind}) to ${then.owner} (${then.kind})`];
  return [
    ...bothWays(first.payload, then.payload),
    ...narrowings(first.reply, then.reply, 'open').map((fault) => `its reply of before, ${fault}`),
    ...narrowings(then.reply, first.reply, 'open').map((fault) => `its reply, read by those before, ${fault}`),
  ];
}

function bothWays(first: Schema, then: Schema): string[] {
  return [...narrowings(first, then, 'closed').map((fault) => `as sent before, ${fault}`), ...narrowings(then, first, 'closed')];
}

describe('two releases that run at the same time', () => {
  const before: Spoken = {
    messages: released('messages', () => now.messages),
    jobs: released('jobs', () => now.jobs),
    queues: released('queues', () => now.queues),
  };
  /** What this release accepts and no release sends yet: the finding of this test, and who will send it. */
  const acceptedOnly = released<Record<string, string>>('accepted-only', () => ({}));

  it('include a commit before this one, unless a clone has no history that could tell', () => {
    const commit = releasedCommit();
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(isBeforeThisOne(commit)).not.toBe(false);
  });

  it('understand each other, except for what e2e/release/accepted-only.json lists: CONTRIBUTING, Messages between two releases', () => {
    expect(misunderstandings(before, now).toSorted()).toEqual(Object.keys(acceptedOnly).toSorted());
  });

  it('ask only sources whose queues both have; the first release with a source has `docTypes: []`', () => {
    const asked = new Set(docTypes.flatMap(sourcesFor));
    expect([...asked].filter((source) => !before.queues.includes(sourceQueue(source)))).toEqual([]);
  });

  const sample = (change: (spoken: Spoken) => void) => {
    const changed = structuredClone(now);
    change(changed);
    return misunderstandings(now, changed);
  };
  const fieldsOf = ({ messages: { 'loads.start': start } }: Spoken) => start!.payload;

  it.each<[string, (spoken: Spoken) => void, string]>([
    ['sends another field', (to) => (fieldsOf(to).properties!['note'] = { type: 'string' }), 'loads.start: /note is not known'],
    [
      'requires another field',
      (to) => (fieldsOf(to).required = [...fieldsOf(to).required!, 'months']),
      'loads.start: as sent before, /months may be missing',
    ],
    ['removes a field', (to) => delete fieldsOf(to).properties!['noticeTo'], 'loads.start: as sent before, /noticeTo is not known'],
    [
      'accepts fewer items',
      (to) => (fieldsOf(to).properties!['taxIds']!['maxItems'] = 50),
      'loads.start: as sent before, /taxIds is not kept to maxItems 50',
    ],
    ['adds a value to an enum', (to) => fieldsOf(to).properties!['docType']!.enum!.push('PTP'), 'loads.start: /docType may be "PTP"'],
    [
      'writes another type',
      (to) => (fieldsOf(to).properties!['requestId'] = { type: 'integer' }),
      'loads.start: /requestId may be integer, not only string',
    ],
    [
      'no longer replies a field',
      (to) => (to.messages['loads.start']!.reply.required = []),
      'loads.start: its reply, read by those before, /requestId may be missing',
    ],
    [
      'requires another field in a reply',
      (to) => to.messages['loads.start']!.reply.required!.push('position'),
      'loads.start: its reply of before, /position may be missing',
    ],
    ['removes a message', (to) => delete to.messages['loads.start'], 'loads.start: no longer handled'],
    ['adds a message', (to) => (to.messages['loads.stop'] = to.messages['loads.start']!), 'loads.stop: not handled before'],
    [
      'gives a message to another owner',
      (to) => (to.messages['quota.reserve']!.owner = 'gateway'),
      'quota.reserve: moved from billing (request) to gateway (request)',
    ],
    ['writes another version into its jobs', (to) => (to.jobs['deliveryJob']!.properties!['v']!.const = 2), 'deliveryJob: /v may be 2'],
    ['removes a queue', (to) => (to.queues = to.queues.slice(1)), `${workQueues[0]}: nobody takes from it`],
  ])('are incompatible when the later one %s', (_what, change, fault) => {
    expect(sample(change)).toContain(fault);
  });

  it('are incompatible only by the reason when the later one adds a refusal', () => {
    const faults = sample(({ messages: { 'quota.reserve': reserve } }) => {
      const forms = reserve!.reply.anyOf![1]!.properties!['refusal']!.anyOf!;
      forms.push({ type: 'object', properties: { reason: { const: 'portfolio_full' } }, required: ['reason'] });
    });
    expect(faults).toEqual(['quota.reserve: its reply, read by those before, /refusal/reason may be "portfolio_full"']);
  });

  it.each<[string, (spoken: Spoken) => void]>([
    ['adds a field to a reply', (to) => (to.messages['loads.start']!.reply.properties!['position'] = { type: 'integer' })],
    ['adds a queue', (to) => (to.queues = [...to.queues, 'source-otra'])],
  ])('are compatible when the later one %s', (_what, change) => {
    expect(sample(change)).toEqual([]);
  });
});
