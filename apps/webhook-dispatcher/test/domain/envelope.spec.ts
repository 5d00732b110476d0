import { describe, expect, it } from '@jest/globals';
import { emptyFragments, type SummaryView } from '@vigia/contracts';
import { type Announced, envelopeText, loadStateOf, triggerIdOf } from '../../src/domain/envelope.js';

const view = (changes: Partial<SummaryView> = {}): SummaryView => ({
  activo: true,
  estado: 'succeeded',
  failedSources: [],
  fragments: ['"legal":{"statusCode":"SH10","data":{"z":1.0,"a":"é"}}'],
  ...changes,
});
const announced = (changes: Partial<Announced> = {}): Announced => ({
  triggerId: 'trg_0a',
  taxId: '20990000019',
  view: view(),
  loadState: 'succeeded',
  openSources: [],
  ...changes,
});

describe('the envelope', () => {
  it('of v1 has five fields and the stored text unchanged', () => {
    expect(envelopeText('v1', announced())).toBe(
      '{"triggerId":"trg_0a","taxId":"20990000019","profileLoadStatus":"succeeded","failedSubhelpers":null,' +
        '"data":{"taxId":"20990000019","activo":true,"legal":{"statusCode":"SH10","data":{"z":1.0,"a":"é"}}}}',
    );
  });

  it('of v2 has three fields, with the load state inside', () => {
    const partial = announced({ view: view({ estado: 'partial', failedSources: ['protestos'] }), loadState: 'partial' });
    expect(envelopeText('v2', partial)).toBe(
      '{"triggerId":"trg_0a","taxId":"20990000019","data":{"taxId":"20990000019","activo":true,"estado":"partial",' +
        '"subhelpers_fallidos":["protestos"],"legal":{"statusCode":"SH10","data":{"z":1.0,"a":"é"}}}}',
    );
  });

  it.each([
    ['partial', ['protestos', 'morosos_judiciales']],
    ['failed', null],
    ['succeeded', null],
  ] as const)('of v1 names failed sources only if the load is partial: %s', (loadState, failedSubhelpers) => {
    const text = envelopeText(
      'v1',
      announced({ loadState, view: view({ failedSources: ['protestos'] }), openSources: ['morosos_judiciales', 'protestos'] }),
    );
    expect(JSON.parse(text)).toMatchObject({ profileLoadStatus: loadState, failedSubhelpers });
  });

  it.each(['succeeded', 'partial', 'failed'] as const)('carries the state of an ended load: %s', (estado) => {
    expect(loadStateOf(estado, [])).toBe(estado);
  });

  it('calls a running load partial or failed, depending on whether it has data', () => {
    const { v2 } = emptyFragments('SH20');
    expect(loadStateOf('loading', v2)).toBe('failed');
    expect(loadStateOf('loading', v2.with(2, view().fragments[0]!))).toBe('partial');
  });
});

it('the id of an event is derived from its request', () => {
  expect(triggerIdOf('0a1b2c3d-0000-4000-8000-00000000000f')).toBe('trg_0a1b2c3d00004000800000000000000f');
});
