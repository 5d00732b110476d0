import { describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { failed, type SourceAnswer } from '../../src/domain/source-answer.js';
import type { GivenBefore } from '../../src/sources/connector/given-before.js';
import { OverlayConnector } from '../../src/sources/connector/overlay-connector.js';

const ruc: Document = { docType: 'RUC', taxId: '20990000019' };
const origin = (sourceVersion: string) => ({ sourceVersion, observedAt: '2026-11-20T00:00:00Z' });
const data = (of: string, fields: object): SourceAnswer => ({ outcome: 'data', data: fields, ...origin(of) });
const empty = (of: string): SourceAnswer => ({ outcome: 'empty', ...origin(of) });

const asking = (base: SourceAnswer, ...overlays: SourceAnswer[]) => askingAfter(undefined, base, ...overlays);

function askingAfter(before: GivenBefore | undefined, base: SourceAnswer, ...overlays: SourceAnswer[]) {
  const asked: string[] = [];
  const connector = (name: string, answer: SourceAnswer) => ({
    ask: async () => {
      asked.push(name);
      return answer;
    },
  });
  const named = overlays.map((answer, i) => ({ name: `p${i + 1}`, connector: connector(`p${i + 1}`, answer) }));
  const answer = new OverlayConnector(connector('base', base), named, async () => before).ask(ruc, new AbortController().signal);
  return answer.then((found) => ({ answer: found, asked }));
}

const base = data('padron 2026-11-20', { name: 'A', since: null, lines: [], state: 'ACTIVO' });

describe('a register with overlay providers', () => {
  it('keeps its fields, and takes each missing field from the first provider that has it', async () => {
    const { answer } = await asking(
      base,
      data('one', { name: 'B', since: '2010', lines: [] }),
      data('two', { since: '2011', lines: ['x'] }),
    );
    expect(answer).toEqual({
      outcome: 'data',
      data: { name: 'A', since: '2010', lines: ['x'], state: 'ACTIVO' },
      ...origin('padron 2026-11-20'),
      trail: { fields: { since: origin('one'), lines: origin('two') } },
    });
  });

  it('takes from a provider that there is nothing where nobody was asked, unless the next one knows something', async () => {
    const unknown = data('padron', { name: 'A', omissions: null });
    const told = [data('one', { omissions: [] }), data('two', { omissions: ['x'] })] as const;
    expect((await asking(unknown, told[0])).answer).toMatchObject({
      data: { name: 'A', omissions: [] },
      trail: { fields: { omissions: origin('one') } },
    });
    expect((await asking(unknown, ...told)).answer).toMatchObject({
      data: { name: 'A', omissions: ['x'] },
      trail: { fields: { omissions: origin('two') } },
    });
    expect((await asking(data('padron', { lines: [] }), told[0])).answer).toEqual(data('padron', { lines: [] }));
  });

  it('asks no provider when no field is missing', async () => {
    const whole = data('padron', { name: 'A', since: '2010' });
    expect(await asking(whole, data('one', { name: 'B' }))).toEqual({ answer: whole, asked: ['base'] });
  });

  it.each(['unreachable', 'malformed'] as const)('answers when a provider is %s, and is marked as partial', async (reason) => {
    const { answer } = await asking(base, failed(reason), data('two', { since: '2011' }));
    expect(answer).toMatchObject({
      data: { name: 'A', since: '2011', lines: [] },
      trail: { partial: true, notes: [expect.stringContaining('No respondió: p1.')], fields: { since: origin('two') } },
    });
  });

  it('keeps the earlier fields of a provider that fails, with their date, but no earlier fields of the register', async () => {
    const before = {
      answer: { name: 'OLD', since: '2010', lines: ['x'], state: 'BAJA' },
      fields: { since: origin('one before'), lines: origin('two before') },
    };
    const whole = await askingAfter(before, base, failed('timeout'), data('two', { lines: ['y'] }));
    expect(whole.answer).toMatchObject({
      data: { name: 'A', since: '2010', lines: ['y'], state: 'ACTIVO' },
      trail: { partial: true, fields: { since: origin('one before'), lines: origin('two') } },
    });
    expect((await askingAfter(before, base, data('one', { since: null }))).answer).toEqual(base);
    expect((await askingAfter({ answer: before.answer, fields: {} }, base, failed('timeout'))).answer).toMatchObject({
      data: { since: null, lines: [] },
    });
  });

  it('leaves the earlier answer in place when it has nothing registered and a provider fails', async () => {
    const late = failed('timeout');
    const before = { answer: { lines: ['x'] }, fields: {} };
    expect((await askingAfter(before, empty('base'), late)).answer).toEqual(late);
    expect((await askingAfter(before, empty('base'), late, data('two', { lines: ['y'] }))).answer).toMatchObject({
      data: { lines: ['y'] },
      trail: { partial: true },
    });
    expect((await asking(empty('base'), late)).answer).toMatchObject({ outcome: 'empty', trail: { partial: true } });
  });

  it.each([{ outcome: 'not_contracted' }, empty('one'), { outcome: 'unknown_taxpayer' }] as SourceAnswer[])(
    'is complete when a provider has nothing to add: %j',
    async (overlay) => {
      expect((await asking(base, overlay)).answer).toEqual(base);
    },
  );

  it('asks no provider about an unknown taxpayer', async () => {
    expect(await asking({ outcome: 'unknown_taxpayer' }, data('one', { name: 'B' }))).toEqual({
      answer: { outcome: 'unknown_taxpayer' },
      asked: ['base'],
    });
  });

  it('leaves the answer to the providers while it is not imported', async () => {
    const nothing: SourceAnswer = { outcome: 'not_contracted' };
    expect((await asking(nothing, data('one', { name: 'B' }))).answer).toMatchObject({ data: { name: 'B' }, sourceVersion: 'one' });
    expect((await asking(nothing, { outcome: 'unknown_taxpayer' })).answer).toEqual({ outcome: 'unknown_taxpayer' });
    expect((await asking(nothing, nothing)).answer).toEqual(nothing);
  });

  it('keeps what a provider gave as the only answer, when it fails and another provider or the register takes its place', async () => {
    const nothing: SourceAnswer = { outcome: 'not_contracted' };
    const first = (await asking(nothing, data('one', { name: 'B', since: '2010', lines: [] }), data('two', { lines: ['x'] }))).answer;
    if (first.outcome !== 'data') throw new Error(first.outcome);
    expect(first.trail!.fields).toEqual({ name: origin('one'), since: origin('one'), lines: origin('two') });
    const before: GivenBefore = { answer: first.data as Record<string, unknown>, fields: first.trail!.fields! };
    const two = data('two', { name: 'C', since: null, lines: ['x'] });
    expect((await askingAfter(before, nothing, failed('timeout'), two)).answer).toMatchObject({
      data: { name: 'C', since: '2010', lines: ['x'] },
      trail: { partial: true, fields: { since: origin('one') } },
    });
    expect((await askingAfter(before, base, failed('timeout'))).answer).toMatchObject({
      data: { name: 'A', since: '2010', lines: ['x'], state: 'ACTIVO' },
      trail: { fields: { since: origin('one'), lines: origin('two') } },
    });
  });

  it('fails when it is not imported and a provider fails, unless another provider answers', async () => {
    const nothing: SourceAnswer = { outcome: 'not_contracted' };
    const late = failed('timeout', { retryAfterMs: 200 });
    expect((await asking(nothing, late)).answer).toEqual(late);
    expect((await asking(nothing, nothing, late, nothing)).answer).toEqual(late);
    expect((await asking(nothing, late, { outcome: 'unknown_taxpayer' })).answer).toEqual({ outcome: 'unknown_taxpayer' });
    expect((await asking(nothing, late, data('two', { name: 'B' }))).answer).toMatchObject({
      data: { name: 'B' },
      trail: { partial: true },
    });
  });
});
