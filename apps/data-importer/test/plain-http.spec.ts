import { expect, it } from '@jest/globals';
import { datasets } from '../src/datasets/datasets.js';

/** A network on the way can change these files. docs/security.md says so; SUNAT names no HTTPS address for them. */
const unencrypted = [
  'agentes_percepcion_combustibles',
  'agentes_percepcion_venta_interna',
  'agentes_retencion',
  'buenos_contribuyentes',
  'exportaciones',
  'importaciones',
];

it('a register is fetched by HTTPS, but for six', () => {
  const plain = datasets.filter(({ address }) => address?.startsWith('http:'));
  expect(plain.map(({ name }) => name).sort()).toEqual(unencrypted);
});
