import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceProcess } from '@vigia/testing';
import { parse } from 'csv-parse/sync';
import { bearer } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';
import { openGateways, type Gateways } from './running/gateways.js';
import { writeCharges, writeLedger } from './running/long-ledger.js';

const lines = 5_000;
const sum = (values: (string | number | undefined)[]) => values.reduce<number>((total, value) => total + Number(value), 0);
/** Exact, unlike a sum of floating-point soles. */
const cents = (soles: string) => Number(soles.replace(/^(\d+)\.(\d\d)$/, '$1$2'));

describe('the accounting reports', () => {
  let gateways: Gateways;
  let billing: ServiceProcess;
  let url: string;
  let token: string;
  let owner: { corporationId: string; contractId: string };
  const of = { kind: 'one_time', quotaMonths: 1_000_000, documentPriceCents: 1_005 } as const;

  const createOwner = async () => {
    const account = await gateways.operator.createAccount();
    const { corporationId } = account;
    const contractId = await gateways.operator.createContract(corporationId, { ...of, startsOn: '2026-01-01', endsOn: '2098-12-31' });
    return { corporationId, contractId, token: await obtainToken(url, account) };
  };
  const get = (path: string, headers: Record<string, string> = {}, as = token) =>
    exchange(url, { path: `/v2/cuota/${path}`, headers: { ...bearer(as), ...headers } });
  const json = async (path: string, as = token) => JSON.parse((await get(path, {}, as)).text).data;
  const rows = (text: string, delimiter = ','): Record<string, string>[] => parse(text, { bom: true, columns: true, delimiter });

  beforeAll(async () => {
    gateways = await openGateways();
    billing = await gateways.startBilling();
    url = await gateways.start();
    ({ token, ...owner } = await createOwner());
    await writeLedger(gateways.database, owner, lines);
    await writeCharges(gateways.database, owner, lines);
  });

  afterAll(() => gateways?.stop());

  it('give a statement of 5,000 lines in one file that adds up', async () => {
    const { headers, text } = await get('estado-de-cuenta?formato=csv');
    expect(text.startsWith('\ufeff')).toBe(true);
    const name = `vigia-estado-de-cuenta-${owner.contractId.slice(0, 8)}-2026-01-01`;
    expect(headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`));
    const all = rows(text);
    expect(new Set(all.map(({ contrato }) => contrato))).toEqual(new Set([owner.contractId]));
    const entries = all.slice(1, -1);
    expect(entries.map(({ linea }) => Number(linea))).toEqual(Array.from({ length: lines }, (_, i) => i + 1));
    const { saldo_final } = await json(`estado-de-cuenta?desde_linea=${lines}`);
    expect([all[0]!.tipo, all[0]!.saldo_disponible, all.at(-1)!.tipo]).toEqual(['Saldo inicial', '0', 'Saldo final']);
    expect(Number(all.at(-1)!.saldo_disponible)).toBe(saldo_final.disponible);
    expect(sum(entries.map(({ meses }) => meses))).toBe(saldo_final.disponible);
    expect(sum(entries.map(({ meses_reservados }) => meses_reservados))).toBe(saldo_final.reservada);
    expect(sum(entries.map(({ meses_consumidos }) => meses_consumidos))).toBe(saldo_final.consumida);
    const [load] = entries.slice(-4);
    expect(load).toMatchObject({
      fecha_lima: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      hora_lima: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
    });
    const operation = entries.filter(({ solicitud }) => solicitud === load!.solicitud);
    expect(operation.map(({ tipo, meses, meses_de_la_operacion }) => [tipo, Number(meses), Number(meses_de_la_operacion)])).toEqual([
      ['Reserva', -6, -6],
      ['Consumo', 0, -6],
      ['Liberación', 1, -5],
    ]);
  });

  it('give the charges of 5,000 documents in one file that adds up to the cent', async () => {
    const { headers, text } = await get('cargos?desde=2097-03-02&hasta=2097-03-02&formato=csv');
    expect(headers['content-disposition']).toBe('attachment; filename="vigia-cargos-2097-03-02-2097-03-02.csv"');
    const all = rows(text);
    const charges = all.slice(0, -1);
    const [{ total }] = (await gateways.database.query<{ total: number }>(
      'SELECT sum(price_cents)::int AS total FROM billing.platform_document WHERE corporation_id = $1',
      [owner.corporationId],
    )) as [{ total: number }];
    expect(charges).toHaveLength(lines);
    expect(charges.every(({ importe, moneda }) => /^\d+\.\d\d$/.test(importe!) && moneda === 'PEN')).toBe(true);
    expect(sum(charges.map(({ importe }) => cents(importe!)))).toBe(total);
    expect(all.at(-1)).toMatchObject({ documento: 'Total', importe: (total / 100).toFixed(2) });
    expect(charges[0]).toMatchObject({
      fecha_lima: '2097-03-02',
      hora_lima: '00:00:01',
      documento: 'DNI 00000001',
      contrato: owner.contractId,
      solicitud: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('link their pages, each starting where the previous one ended', async () => {
    const found: { linea: number }[] = [];
    let balance: object = { otorgada: 0, disponible: 0, reservada: 0, consumida: 0 };
    for (let path: string | null = 'estado-de-cuenta'; path;) {
      const { headers, text } = await get(path);
      const { data } = JSON.parse(text);
      expect(data.saldo_inicial).toEqual(balance);
      balance = data.saldo_final;
      found.push(...data.lineas);
      expect(headers.link).toBe(data.enlace_siguiente ? `<${data.enlace_siguiente}>; rel="next"` : undefined);
      expect(data.siguiente).toBe(data.enlace_siguiente ? data.lineas.at(-1).linea : null);
      path = data.enlace_siguiente?.replace('/v2/cuota/', '') ?? null;
    }
    expect(found.map(({ linea }) => linea)).toEqual(Array.from({ length: lines }, (_, i) => i + 1));
    const charges = [];
    for (let path: string | null = 'cargos?desde=2097-03-01&hasta=2097-03-31'; path;) {
      const { cargos, total, enlace_siguiente } = await json(path);
      charges.push(...cargos);
      expect(Math.round(total * 100)).toBe(sum(Array.from({ length: lines }, (_, i) => 1 + ((i + 1) % 1999))));
      path = enlace_siguiente?.replace('/v2/cuota/', '') ?? null;
    }
    expect(new Set(charges.map(({ taxId }) => taxId)).size).toBe(lines);
  });

  it('give the current balances after the last line', async () => {
    const { saldo_inicial, saldo_final, lineas } = await json(`estado-de-cuenta?desde_linea=${lines}`);
    expect({ saldo_inicial, lineas }).toEqual({ saldo_inicial: saldo_final, lineas: [] });
    expect(saldo_final.otorgada).toBe(of.quotaMonths);
  });

  it('cover days in Lima, from the balance of the day before to that of the last day', async () => {
    const second = await json('estado-de-cuenta?desde=2097-03-02&hasta=2097-03-02');
    const before = await json('estado-de-cuenta?hasta=2097-03-01&desde_linea=1438');
    expect(before.saldo_final).toEqual(second.saldo_inicial);
    expect(second.lineas[0]).toMatchObject({
      linea: 1440,
      fecha_lima: '2097-03-02',
      hora_lima: '00:00:00',
      fecha: '2097-03-02T05:00:00.000Z',
    });
    const csv = rows((await get('estado-de-cuenta?desde=2097-03-02&hasta=2097-03-02&formato=csv')).text);
    expect(csv.slice(1, -1).map(({ linea }) => Number(linea))).toEqual(Array.from({ length: 1_440 }, (_, i) => 1_440 + i));
    expect([csv[0]!.saldo_disponible, csv.at(-1)!.saldo_disponible].map(Number)).toEqual([
      second.saldo_inicial.disponible,
      (await json('estado-de-cuenta?desde=2097-03-03')).saldo_inicial.disponible,
    ]);
    const empty = rows((await get('estado-de-cuenta?desde=2025-01-01&hasta=2025-12-31&formato=csv')).text);
    expect(empty.map(({ tipo, saldo_otorgada }) => [tipo, saldo_otorgada])).toEqual([
      ['Saldo inicial', '0'],
      ['Saldo final', '0'],
    ]);
  });

  it('with semicolons contain no text that a spreadsheet runs as a formula or shortens as a number', async () => {
    const { contractId, token: as } = await createOwner();
    const reason = '＝1+1;=cmd|\'/c calc\'!A1,"@sum"';
    await gateways.operator.adjust(contractId, -3, { reason, actor: '0012345678901234567' });
    await gateways.operator.adjust(contractId, -1, { reason: '2026-03-02', actor: '10:30' });
    const [, , line, dated] = rows((await get('estado-de-cuenta?formato=csv&separador=punto_y_coma', {}, as)).text, ';');
    expect(line).toMatchObject({ tipo: 'Ajuste', meses: '-3', autor: "'0012345678901234567" });
    expect(dated).toMatchObject({ autor: "'10:30", motivo: "'2026-03-02" });
    expect(line!.motivo).toBe("'＝1+1;'=cmd|'/c calc'!A1,\"'@sum\"");
  });

  it('break the connection instead of ending early when billing goes away, also for a client that accepts gzip', async () => {
    const { token: as, ...long } = await createOwner();
    // More than a kernel keeps for a client that does not read: otherwise the whole file could be on its way before billing goes.
    await writeLedger(gateways.database, long, 30_000, 'x'.repeat(1_500));
    const response = await fetch(`${url}/v2/cuota/estado-de-cuenta?formato=csv`, { headers: { ...bearer(as), 'accept-encoding': 'gzip' } });
    const reader = response.body!.getReader();
    await reader.read();
    await billing.kill();
    const drain = async () => {
      while (!(await reader.read()).done);
    };
    try {
      await expect(drain()).rejects.toThrow('terminated');
    } finally {
      billing = await gateways.startBilling();
    }
  });

  it('show the contract in force or else the last one, never a future one, and list all contracts', async () => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(url, account);
    const get = async (path: string) => {
      const { status, text } = await exchange(url, { path: `/v2/cuota/${path}`, headers: bearer(token) });
      return { status, data: JSON.parse(text).data };
    };
    const create = (startsOn: string, endsOn: string) =>
      gateways.operator.createContract(account.corporationId, {
        kind: 'one_time',
        quotaMonths: 5,
        startsOn,
        endsOn,
        documentPriceCents: 1_005,
      });
    const future = await create('2098-01-01', '2098-12-31');
    expect((await get('estado-de-cuenta')).status).toBe(404);
    const ended = await create('2020-01-01', '2020-12-31');
    expect((await get('estado-de-cuenta')).data.contrato).toBe(ended);
    const current = await create('2021-01-01', '2097-12-31');
    expect((await get('estado-de-cuenta')).data.contrato).toBe(current);
    const { data } = await get('contratos');
    expect(data.map(({ contrato, estado }: Record<string, string>) => [contrato, estado])).toEqual([
      [ended, 'terminado'],
      [current, 'vigente'],
      [future, 'futuro'],
    ]);
    expect(data[1]).toEqual({
      contrato: current,
      plan: 'pago_unico',
      inicio: '2021-01-01',
      fin: '2097-12-31',
      cambios_de_fin: [],
      estado: 'vigente',
      cuota: { otorgada: 5, disponible: 5, reservada: 0, consumida: 0 },
      precio_documento: 10.05,
      moneda: 'PEN',
      secciones_excluidas: [],
    });
  });

  it('name every change of the end of a contract, and are empty for a monthly one', async () => {
    const { contractId, corporationId, token: as } = await createOwner();
    const changes = [
      ['2098-12-31', '2097-11-30', 'adenda 1'],
      ['2097-11-30', '2097-12-12', 'adenda 2'],
    ] as const;
    for (const [, endsOn, reason] of changes) await gateways.operator.amend(contractId, endsOn, { actor: 'operator', reason });
    const cambios_de_fin = changes.map(([fin_anterior, fin_nuevo, motivo]) => ({
      fecha: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      fin_anterior,
      fin_nuevo,
      motivo,
    }));
    expect(await json('contratos', as)).toMatchObject([{ fin: '2097-12-12', cambios_de_fin }]);
    expect(await json('estado-de-cuenta', as)).toMatchObject({ contrato: contractId, fin: '2097-12-12', cambios_de_fin });
    const monthly = { kind: 'monthly', quotaMonths: 0, startsOn: '2098-01-01', endsOn: '2098-12-31' } as const;
    const contrato = await gateways.operator.createContract(corporationId, monthly);
    const nothing = { otorgada: 0, disponible: 0, reservada: 0, consumida: 0 };
    expect(await json(`estado-de-cuenta?contrato=${contrato}`, as)).toMatchObject({
      contrato,
      saldo_inicial: nothing,
      lineas: [],
      saldo_final: nothing,
    });
  });
});
