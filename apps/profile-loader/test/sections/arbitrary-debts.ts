import { creditRatings } from '@vigia/contracts';
import fc from 'fast-check';
import type { DebtLinks } from '../../src/sources/codeudores_avales/codeudores_avales.js';
import type { CreditReports } from '../../src/sources/deuda_financiera/deuda_financiera.js';

/** The digits as written: no arithmetic that could share a mistake with the code under test. */
export function inCents(amount: number): bigint {
  const [, sign, soles, cents = ''] = /^(-?)([0-9]+)\.?([0-9]{0,2})$/.exec(String(amount)) ?? [];
  if (soles === undefined) throw new Error(`${amount} is not an amount in cents`);
  return BigInt(`${sign}${soles}${cents.padEnd(2, '0')}`);
}

const amount = fc.integer({ min: 0, max: 1e10 }).map((cents) => cents / 100);

const accounts = [
  '1411',
  '1421',
  '1412',
  '1413',
  '1414',
  '1415',
  '1426',
  '1418',
  '1409',
  '1419',
  '7111',
  '7215',
  '7214',
  '8113',
  '8114',
  '8424',
  '8421',
  '9100',
];
const balance = fc.record({
  cuenta: fc.constantFrom(...accounts).map((account) => `${account}0900000000`),
  dias_vencidos: fc.oneof(fc.constantFrom(0, 1, 30, 31, 60, 61, 120, 121), fc.nat(2_000)),
  saldo: amount,
});

const closingDays = ['20250930', '20251031', '20260228', '20260331', '20260430', '20260831', '20260930'];
const share = fc.oneof(fc.constant(0), amount);

export const creditReports: fc.Arbitrary<CreditReports> = fc.record({
  reportes: fc.uniqueArray(
    fc.record({
      fecha_reporte: fc.constantFrom(...closingDays),
      sal_nor: share,
      sal_cpp: share,
      sal_def: share,
      sal_dud: share,
      sal_per: share,
      saldos: fc.option(fc.array(balance, { maxLength: 12 }), { freq: 8 }),
    }),
    { selector: ({ fecha_reporte }) => fecha_reporte, maxLength: closingDays.length },
  ),
});

const counterparties = [
  { tipo_documento: 'DNI', numero_documento: '99991234', nombre: 'QUISPE MAMANI ROSA' },
  { tipo_documento: 'DNI', numero_documento: '***1234', nombre: 'QUISPE MAMANI ROSA' },
  { tipo_documento: 'DNI', numero_documento: '***1234', nombre: 'HUAMAN ROJAS LUZ' },
  { tipo_documento: 'RUC', numero_documento: '20990000302', nombre: 'TEXTILES SAMI E.I.R.L.' },
];

export const debtLinks: fc.Arbitrary<DebtLinks> = fc.record({
  corte: fc.constantFrom('2026-09', null),
  vinculos: fc.array(
    fc.record({
      direccion: fc.constantFrom('a_favor', 'como_garante'),
      rol: fc.constantFrom('aval', 'codeudor'),
      contraparte: fc.constantFrom(...counterparties),
      entidad: fc.constantFrom('FINANCIERA LLAQTA', 'CAJA RURAL EL SURCO', null),
      monto: fc.option(amount),
      calificacion: fc.option(fc.constantFrom(...creditRatings)),
    }),
    { maxLength: 20 },
  ),
});
