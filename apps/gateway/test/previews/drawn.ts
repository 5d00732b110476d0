import type { DocType } from '@vigia/contracts';
import fc from 'fast-check';

const documents = ['20990000019', '20990000027', '20990000035', '20990000043', '20990000272', '20990000299'];
/** A number that nobody has: no preview can know what a source answers about it. */
export const unknown = '20990000094';
const impossible = ['', '20990000010', '99990001', 'x', 'A'.repeat(41)];

/** Lists that mix loadable documents, documents of other kinds, and impossible ones. */
export const mixedLists: [DocType, string[]][] = [
  ['RUC', ['20990000019', '20990000010', '20990000027']],
  ['RUC', ['', '20990000019', 'x', '20990000019', ' 20990000027', '20990000027']],
  ['RUC', ['99990001', '20990000019', 'SIM000001']],
  ['DNI', ['20990000019', '99990001', '', '9999000', '99990001']],
  ['CE', ['SIM000001', 'x', '99990001', 'SIM-00002', 'SIM000002']],
  ['RUC', ['', 'x', '20990000010']],
];

export interface Scene {
  plan: 'none' | 'ended' | 'monthly' | 'one_time';
  quotaMonths: number;
  /** The remaining days of the contract. */
  days: number;
  monitored: string[];
  months: number;
  queried: string[];
  /** The monitored and queried documents whose access has ended. */
  over: string[];
}

export interface Asked {
  path: '/v1/perfiles/cargar-masivo' | '/v2/perfiles/cargar-masivo' | '/v2/perfiles/cargar' | '/v2/perfiles/forzar-actualizacion';
  /** RUC if left out. */
  docType?: DocType;
  taxIds: string[];
  isMonitoring: boolean;
  months: number | undefined;
}

const some = (maxLength: number) => fc.subarray(documents, { maxLength });

export const scenes: fc.Arbitrary<Scene> = fc.record({
  plan: fc.oneof(
    { arbitrary: fc.constant('one_time' as const), weight: 5 },
    { arbitrary: fc.constantFrom('none' as const, 'ended' as const, 'monthly' as const), weight: 2 },
  ),
  quotaMonths: fc.integer({ min: 0, max: 14 }),
  days: fc.oneof(fc.nat(40), fc.integer({ min: 41, max: 200 })),
  monitored: some(3),
  months: fc.integer({ min: 1, max: 3 }),
  queried: some(2),
  over: some(6),
});

export const asks: fc.Arbitrary<Asked> = fc.record({
  path: fc.constantFrom<Asked['path']>(
    '/v1/perfiles/cargar-masivo',
    '/v2/perfiles/cargar-masivo',
    '/v2/perfiles/cargar',
    '/v2/perfiles/forzar-actualizacion',
    '/v2/perfiles/forzar-actualizacion',
  ),
  taxIds: fc.array(
    fc.oneof({ arbitrary: fc.constantFrom(...documents), weight: 8 }, { arbitrary: fc.constantFrom(unknown, ...impossible), weight: 1 }),
    { minLength: 1, maxLength: 8 },
  ),
  isMonitoring: fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, { arbitrary: fc.constant(false), weight: 1 }),
  months: fc.option(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 })), { nil: undefined }),
});
