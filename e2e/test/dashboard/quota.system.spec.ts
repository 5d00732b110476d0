import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, todayInLima, type PanelClient, type System } from '@vigia/testing';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { loadMany } from '../../src/clients/calls.js';
import { freshRucs } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { adjustQuota } from '../quota/faults.js';
import { describeBrowser } from './describe-browser.js';

const clean = { console: [], policy: [] };
/** The forecast has a row for each month until then. */
const lastYear = new Date().getFullYear() + 2;
const terms = {
  kind: 'one_time',
  startsOn: '2020-01-01',
  endsOn: `${lastYear}-12-31`,
  quotaMonths: 10,
  documentPriceCents: 150,
} as const;

describeBrowser('the page of consumption', () => {
  let system: System;
  let browser: TestBrowser;
  let client: NewClient;
  let member: PanelClient;
  let first: string;
  let second: string;

  beforeAll(async () => {
    await todayInLima({ minutesLeft: 4 });
    system = await livingSystem(import.meta.url);
    [first, second] = freshRucs(2) as [string, string];
    client = await newClient(system, terms);
    await loadMany(client, [first, second], { months: 3 });
    await adjustQuota(system, client, 1);
    member = await reader(client);
    browser = await TestBrowser.start(client.baseUrl);
  }, 600_000);

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const reader = ({ corporationId }: NewClient) => newPerson(system, 'member', corporationId);

  async function download(page: Page): Promise<{ name: string; rows: string[] }> {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar CSV' }).click()]);
    const text = await readFile(await file.path(), 'utf8');
    return { name: file.suggestedFilename(), rows: text.trimEnd().split('\r\n') };
  }

  it('shows the statement line by line with causes, and the same days in the file and in the URL', async () => {
    const { page, troubles } = await browser.open('/consumo', { cookie: member.cookie });
    await page.getByText('Plan de pago único').waitFor();
    await page.getByText('6 de 11 meses usados o reservados').waitFor();
    await page.getByText('Quedó el 50% de la cuota o menos: 4 de 10 meses').waitFor();
    const rows = page.getByRole('table', { name: 'Estado de cuenta' }).getByRole('row');
    await rows.getByText('Carga: consumo').first().waitFor();
    const lines = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/Otorgamiento El contrato otorga estos meses al crearse\. \+10 10 /);
    expect(lines.filter((line) => line.includes('Carga: reserva') && line.includes('−3'))).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/Ajuste del operador: otorgamiento prueba \+1 5 /);
    await page.getByText('Saldo final: 5 meses disponibles').waitFor();
    const { name, rows: kept } = await download(page);
    expect(kept).toHaveLength(1 + 1 + 6 + 1);
    const contracts = new Set(kept.slice(1).map((row) => row.split(',').at(-1)!));
    expect(contracts.size).toBe(1);
    expect(name).toMatch(new RegExp(`^vigia-estado-de-cuenta-${[...contracts][0]!.slice(0, 8)}-.*\\.csv$`));

    await page.getByLabel('Hasta').fill('2020-12-31');
    await page.getByText('No hay movimientos en estos días.').waitFor();
    expect(new URL(page.url()).searchParams.get('hasta')).toBe('2020-12-31');
    expect((await download(page)).rows).toHaveLength(1 + 1 + 1);
    await page.getByLabel('Hasta').fill('');
    await page.getByRole('link', { name: 'Carga: reserva' }).first().click();
    await page.getByRole('heading', { name: 'Carga de 2 documentos' }).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('says beside the end of the contract when and why it was changed, every time', async () => {
    const amended = await newClient(system, terms);
    const { page, troubles } = await browser.open('/consumo', { cookie: (await reader(amended)).cookie });
    await page.getByText(`Del 01/01/2020 al 31/12/${lastYear}, vigente`).waitFor();
    expect(await page.getByText('Motivo:').count()).toBe(0);
    const { contractId } = (
      await askOperator(system, (messages) => messages.request('contracts.list', { corporationId: amended.corporationId }, { timeoutMs }))
    ).contracts[0]!;
    const amend = (endsOn: string, reason: string) =>
      askOperator(system, (messages) =>
        messages.request('contracts.amend', { commandId: randomUUID(), contractId, endsOn, actor: 'prueba', reason }, { timeoutMs }),
      );
    await amend(`${lastYear - 1}-11-30`, 'adenda 1');
    await amend(`${lastYear - 1}-12-12`, 'adenda 2');
    await page.getByText(`Del 01/01/2020 al 12/12/${lastYear - 1}, vigente`).waitFor();
    const changes = (await page.getByText('Motivo:').allInnerTexts()).map((text) => text.replace(/^El \d\d\/\d\d\/\d{4} /, ''));
    expect(changes).toEqual([
      `el fin pasó del 31/12/${lastYear} al 30/11/${lastYear - 1}. Motivo: adenda 1`,
      `el fin pasó del 30/11/${lastYear - 1} al 12/12/${lastYear - 1}. Motivo: adenda 2`,
    ]);
    expect(await accessibilityFindings(page, { atColours: false })).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('stays on the page when the file cannot be downloaded', async () => {
    const { page } = await browser.open('/consumo', { cookie: member.cookie });
    await page.getByText('Saldo final: 5 meses disponibles').waitFor();
    await page.route('**/statement.csv?*', (route) => route.fulfill({ status: 503, json: { statusCode: 503, error: 'x', message: 'x' } }));
    const link = page.getByRole('link', { name: 'Descargar CSV' });
    await Promise.all([Promise.race([page.waitForEvent('download'), page.waitForEvent('framenavigated')]), link.click()]);
    expect(new URL(page.url()).pathname).toBe('/consumo');
    await page.context().close();
  });

  it('says which day is wrong instead of asking for days in reverse, and shows the charges of the month of a last day', async () => {
    const { page, troubles } = await browser.open('/consumo?desde=2021-02-01&hasta=2021-01-31', { cookie: member.cookie });
    await page.getByText('No puede ser anterior a «Desde».').waitFor();
    expect(
      await page
        .getByText('No se pudo mostrar')
        .or(page.getByRole('link', { name: 'Descargar CSV' }))
        .count(),
    ).toBe(0);
    expect(await accessibilityFindings(page, { atColours: false })).toEqual([]);
    await page.goto('/consumo?ver=cargos');
    const total = page.getByText(/^Total del periodo: S\/.3\.00$/);
    await total.waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/quota\/charges\?/, (route) => held.then(() => route.continue()));
    await page.getByLabel('Hasta').fill('2021-02-28');
    // The total of other days may not stand beside these days.
    await total.waitFor({ state: 'detached' });
    answer();
    await page.getByText('No hay cargos en estos días.').waitFor();
    expect(await page.getByLabel('Desde').inputValue()).toBe('2021-02-01');
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('pages through the statement, and Back returns', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: member.cookie });
    await page.route(/\/quota\/statement\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { lines: { seq: number; after: object }[] };
      const isFirst = !route.request().url().includes('afterLine');
      const [line] = body.lines;
      const cut = { ...body, lines: [line], closing: line!.after, next: line!.seq };
      await route.fulfill({ response, json: isFirst ? cut : body });
    });
    await page.getByRole('link', { name: 'Consumo' }).first().click();
    const granted = page.getByRole('table', { name: 'Estado de cuenta' }).getByText('Otorgamiento', { exact: true });
    await granted.waitFor();
    const balances = () => page.getByText(/^Saldo /).allInnerTexts();
    expect(await balances()).toEqual(['Saldo inicial: 0 meses disponibles', 'Saldo después de estas líneas: 10 meses disponibles']);
    await page.getByRole('button', { name: 'Siguientes' }).press('Enter');
    await granted.waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
    expect(await balances()).toEqual(['Saldo antes de estas líneas: 10 meses disponibles', 'Saldo final: 5 meses disponibles']);
    await page.goBack();
    await granted.waitFor();
    expect(new URL(page.url()).pathname).toBe('/consumo');
    await page.getByRole('button', { name: 'Siguientes' }).click();
    await granted.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Cargos' }).click();
    await page.getByLabel('Desde').fill('2021-01-02');
    await page.getByRole('tab', { name: 'Estado de cuenta' }).click();
    await page.getByText(/^Saldo inicial/).waitFor();
    expect(new URL(page.url()).searchParams.get('linea')).toBeNull();
    expect(troubles).toEqual(clean);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('names each line on a phone where it opens its details', async () => {
    const { page, troubles } = await browser.open('/consumo', { cookie: member.cookie, width: 390 });
    await page.getByRole('button', { name: /^Ver el detalle Otorgamiento .* \+10/ }).press('Enter');
    await page.getByText('El contrato otorga estos meses al crearse.').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('shows the forecast to the end of the contract, and the charges by document', async () => {
    const { page, troubles } = await browser.open('/consumo', { cookie: member.cookie });
    await page.getByRole('tab', { name: 'Pronóstico' }).click();
    await page.getByText(/^La cuota no alcanza: faltarían [\d,]+ meses$/).waitFor();
    const until = `Si todos los perfiles que hoy están en monitoreo continúan hasta el fin del contrato, el 31/12/${lastYear}`;
    await page.getByText(until).waitFor();
    await page.getByRole('table', { name: 'Pronóstico' }).getByRole('link', { name: '2', exact: true }).click();
    await page.getByText('2 perfiles', { exact: true }).waitFor();
    await page.getByRole('row', { name: new RegExp(first) }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Cargos' }).click();
    await page.getByText(/^Total del periodo: S\/.3\.00$/).waitFor();
    const table = page.getByRole('table', { name: 'Cargos' });
    for (const taxId of [first, second])
      await table
        .getByRole('row', { name: `RUC ${taxId}` })
        .getByText(/S\/.1\.50/)
        .waitFor();
    const { name, rows } = await download(page);
    expect(name).toMatch(/^vigia-cargos-/);
    expect(rows.filter((row) => row.includes(first) || row.includes(second))).toHaveLength(2);
    await page.reload();
    await page.getByText(/^Total del periodo/).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('keeps the days of the charges in the address of their next page, which another day would change', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: member.cookie });
    let later: object[] = [];
    await page.route(/\/quota\/charges\?/, async (route) => {
      if (new URL(route.request().url()).searchParams.has('after'))
        return route.fulfill({ json: { charges: later, totalCents: 300, next: null } });
      const response = await route.fetch();
      const body = (await response.json()) as { charges: object[] };
      later = body.charges.slice(1);
      return route.fulfill({ response, json: { ...body, charges: body.charges.slice(0, 1), next: 'siguiente' } });
    });
    await page.goto('/consumo?ver=cargos');
    const rows = page.getByRole('table', { name: 'Cargos' }).getByRole('row');
    const charged = rows.getByText(/S\/.1\.50/);
    await charged.first().waitFor();
    const days = await Promise.all(['Desde', 'Hasta'].map((name) => page.getByLabel(name).inputValue()));
    await page.getByRole('button', { name: 'Siguientes' }).press('Enter');
    await page.locator('h1:focus').waitFor();
    const { searchParams } = new URL(page.url());
    expect(['desde', 'hasta', 'cargo'].map((name) => searchParams.get(name))).toEqual([...days, 'siguiente']);
    await page.getByRole('button', { name: 'Siguientes' }).waitFor({ state: 'detached' });
    expect(await charged.count()).toBe(1);
    await page.getByRole('tab', { name: 'Estado de cuenta' }).click();
    await page.waitForURL(({ searchParams: left }) => !['desde', 'hasta', 'cargo'].some((name) => left.has(name)));
    expect(troubles).toEqual(clean);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('shows the chosen contract, and nothing of the previous one', async () => {
    const ended = await newClient(system, { kind: 'one_time', startsOn: '2018-01-01', endsOn: '2018-12-31', quotaMonths: 3 });
    const { corporationId } = ended;
    await askOperator(system, (messages) => messages.request('contracts.create', { corporationId, ...terms }, { timeoutMs }));
    await loadMany(ended, freshRucs(1), { isMonitoring: false });
    const { page } = await browser.open('/consumo', { cookie: (await reader(ended)).cookie });
    const balance = page.getByText('Saldo final: 10 meses disponibles');
    const choose = (index: number) => page.getByRole('combobox', { name: 'Contrato' }).selectOption({ index });
    const chooseEnded = () => choose(0);
    await balance.waitFor();
    const statement = /\/quota\/statement\?/;
    await page.route(statement, (route) => route.fulfill({ status: 503, json: { statusCode: 503, error: 'x', message: 'x' } }));
    await page.getByText('Disponibles', { exact: true }).waitFor();
    await chooseEnded();
    await page.getByText('Sin usar al terminar').waitFor();
    expect(await page.getByText('Disponibles', { exact: true }).count()).toBe(0);
    await page.getByRole('status').filter({ hasText: 'Se volverá a intentar' }).waitFor();
    expect(await balance.count()).toBe(0);
    await page.unroute(statement);
    await page.goto('/consumo?ver=pronostico');
    const assumption = page.getByText(/^Si todos los perfiles que hoy están en monitoreo/);
    await assumption.waitFor();
    await chooseEnded();
    await page.getByRole('tab', { name: 'Estado de cuenta', selected: true }).waitFor();
    expect(await assumption.count()).toBe(0);
    await page.getByRole('tab', { name: 'Cargos' }).click();
    await page.getByText('No hay cargos en estos días.').waitFor();
    expect((await download(page)).rows.at(-1)).toMatch(/,Total,0\.00,/);
    await choose(1);
    await page.getByText(/^Total del periodo: S\/.1\.50$/).waitFor();
    expect((await download(page)).rows.at(-1)).toMatch(/,Total,1\.50,/);
    await page.context().close();
  });

  it('shows only charges under a monthly plan, as they arise, and nothing without a contract', async () => {
    const [monthly, none] = await Promise.all([newClient(system, { excludedSections: ['laboral', 'judicial'] }), newClient(system, null)]);
    const counted = await browser.open('/consumo', { cookie: (await reader(monthly)).cookie });
    await counted.page.getByText('Fuera del plan: Laboral, Judicial').waitFor();
    await counted.page.getByText('Este plan no cuenta meses: el monitoreo sigue mientras dure el contrato.').waitFor();
    expect(await counted.page.getByRole('tab').allInnerTexts()).toEqual(['Cargos']);
    expect(await counted.page.getByText('Otorgados').count()).toBe(0);
    await counted.page.getByText('No hay cargos en estos días.').waitFor();
    const [taxId] = freshRucs(1) as [string];
    await monthly.load(taxId);
    await counted.page.getByRole('row', { name: `RUC ${taxId}` }).waitFor();
    const empty = await browser.open('/consumo', { cookie: (await reader(none)).cookie });
    await empty.page.getByText('Su corporación no tiene contratos').waitFor();
    expect(await accessibilityFindings(empty.page)).toEqual([]);
    expect([counted.troubles, empty.troubles]).toEqual([clean, clean]);
    await Promise.all([counted.page.context().close(), empty.page.context().close()]);
  });

  it.each(bothWidths)('is accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/consumo', { ...view, cookie: member.cookie });
    const parts = { 'Estado de cuenta': /^Saldo final/, Pronóstico: /^La cuota no alcanza/, Cargos: /^Total del periodo/ };
    for (const [part, words] of Object.entries(parts)) {
      await page.getByRole('tab', { name: part }).click();
      await page.getByText(words).waitFor();
      expect({ part, findings: await accessibilityFindings(page) }).toEqual({ part, findings: [] });
    }
    expect(troubles).toEqual(clean);
    await page.context().close();
  });
});
