import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Check } from 'typebox/schema';
import { changesOf, unchanged, withoutOptions, type Change } from '../../src/fuzz/changes.js';
import { credentialsOf } from '../../src/fuzz/credentials.js';
import { nameOf } from '../../src/fuzz/places.js';
import { steps, type Step } from '../../src/fuzz/plan.js';
import { asCurl, requestOf, type Draft } from '../../src/fuzz/request.js';
import { drafts } from '../../src/fuzz/values.js';
import { readNote, writeNote } from './notes-document.js';

const whole = { in: 'body', steps: [] };
const noteId = '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22';
const known = (name: string) => (name === 'noteId' ? [noteId] : []);
const one = <T>(drawn: fc.Arbitrary<T>): T => fc.sample(drawn, { seed: 1, numRuns: 1 })[0] as T;
const changesAt = (place: string) =>
  changesOf(writeNote)
    .concat(changesOf(readNote))
    .filter((change) => nameOf(change.place) === place);
const change = (place: string, kind: string) => changesAt(place).find((found) => found.kind === kind) as Change;
const changed = (operation: typeof writeNote, { place, apply }: Change): Draft => one(drafts(operation, known, place).chain(apply));

describe('the requests of the fuzzer', () => {
  it('match the API document until they are changed', () => {
    const bodies = fc.sample(drafts(writeNote, known, whole), 200).map(({ body }) => body);
    expect(bodies.filter((body) => !Check(writeNote.body as object, body))).toEqual([]);
    const ids = fc.sample(drafts(readNote, known, whole), 200).map(({ path }) => path.noteId);
    expect(new Set(ids)).toEqual(new Set([noteId]));
  });

  it('can omit optional parameters', () => {
    const hasLimit = (change: Change) =>
      fc.sample(drafts(readNote, known, whole).chain(change.apply), 50).some(({ query }) => query.length > 0);
    expect([hasLimit(unchanged), hasLimit(withoutOptions(readNote))]).toEqual([true, false]);
  });

  it('are changed in every place that the document has', () => {
    const places = new Set([...changesOf(writeNote), ...changesOf(readNote)].map(({ place }) => nameOf(place)));
    expect([...places].sort()).toEqual(
      [
        'body',
        'body.day',
        'body.sender',
        'body.sender.name',
        'body.tags',
        'body.tags.0',
        'body.text',
        'header.Idempotency-Key',
        'path.noteId',
        'query',
        'query.limit',
      ].sort(),
    );
  });

  it('contain the path to the changed place, and only one change', () => {
    const { body } = changed(writeNote, change('body.sender.name', 'NUL'));
    expect(body).toMatchObject({ sender: { name: expect.stringMatching(/\0$/) } });
    expect(changed(writeNote, change('body.day', 'missing')).body).not.toHaveProperty('day');
    expect(changed(writeNote, change('body.tags', 'too many in the list')).body).toHaveProperty('tags.5');
    expect(Check(writeNote.body as object, body)).toBe(true);
  });

  it('write text that PostgreSQL cannot store, in JSON and in percent-encoding', () => {
    const inBody = requestOf(writeNote, changed(writeNote, change('body.text', 'half of a surrogate pair')), {});
    expect(inBody.body).toMatch(/\\ud[89a-f][0-9a-f]{2}/);
    const inPath = (kind: string) => requestOf(readNote, changed(readNote, change('path.noteId', kind)), {}).target;
    expect(inPath('NUL')).toContain(`/notes/${noteId}%00`);
    expect(inPath('half of a surrogate pair')).toMatch(/%ed%[ab][0-9a-f]%[89ab][0-9a-f]/);
    expect(inPath('bad percent-encoding')).not.toMatch(/%25/);
  });

  it('are shown as a curl command without credentials', () => {
    const draft = changed(writeNote, change('body.text', 'language of somebody else'));
    const line = asCurl(
      requestOf(writeNote, { ...draft, body: { text: "it's" } }, { authorization: 'Bearer secret', origin: 'http://here' }),
    );
    expect(line).toContain(String.raw`--data-binary '{"text":"it'\''s"}'`);
    expect(line).not.toMatch(/secret|here/);
  });

  it('come in the same order from the same seed', () => {
    const firstOf = (seed: number) =>
      take(steps([writeNote, readNote], seed), 60).map(({ operation, changes, credential }) => [
        operation.name,
        changes[0]?.kind,
        credential,
      ]);
    expect(firstOf(7)).toEqual(firstOf(7));
    expect(firstOf(7)).not.toEqual(firstOf(8));
  });

  it('start with each unchanged operation, then use each change and credential once before two changes', () => {
    const all = steps([writeNote, readNote], 7);
    expect(take(all, 2)).toMatchObject(
      [writeNote, readNote].map(({ name }) => ({ operation: { name }, changes: [{ kind: unchanged.kind }], credential: 'token' })),
    );
    const changes = [...changesOf(writeNote), ...changesOf(readNote)];
    const others = 2 * credentialsOf.bearer.length + 1;
    const once = take(all, changes.length + others);
    const nameOfStep = ({ changes: [made] }: Step) => made && made.kind !== unchanged.kind && `${nameOf(made.place)} ${made.kind}`;
    expect(
      once
        .map(nameOfStep)
        .filter((name) => typeof name === 'string')
        .sort(),
    ).toEqual(changes.map(({ place, kind }) => `${nameOf(place)} ${kind}`).sort());
    for (const operation of [writeNote, readNote]) {
      const used = once.filter((step) => step.operation === operation && step.changes[0]?.kind === unchanged.kind && !step.isForeign);
      expect(used.map(({ credential }) => credential).sort()).toEqual([...credentialsOf.bearer].sort());
    }
    expect(take(all, 1)[0]?.changes).toHaveLength(2);
  });
});

function take(all: Generator<Step>, count: number): Step[] {
  return Array.from({ length: count }, () => all.next().value as Step);
}
