export { freshRuc, freshRucs } from '@vigia/testing';

/** Documents for which the simulated sources always give the same answers. */
export const magic = {
  clean: '20990000019',
  low: '20990000027',
  medium: '20990000035',
  high: '20990000043',
  critical: '20990000051',
  notFound: '20990000094',
  noInfo: '20990000108',
  withoutFinance: '20990000116',
  allFail: '20990000132',
  withoutContract: '20990000205',
  trader: '20990000213',
  tradePending: '20990000221',
  withoutBalances: '20990000248',
  drifts: '20990000256',
  dni: '99990001',
  ce: 'SIM000000001',
} as const;
