import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, type System, waitUntil } from '@vigia/testing';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { TestBrowser } from '../../src/browser/browser.js';
import { newPerson, type Person } from '../../src/browser/new-person.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { dayInLima, threeDaysPass } from '../../src/clients/days-pass.js';
import { freshRuc, freshRucs } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { endAccess } from '../contract/end-access.js';
import { describeBrowser } from './describe-browser.js';

const clean = { console: [], policy: [] };

describeBrowser('a profile that a corporation can no longer read, or not yet', () => {
  let system: System;
  let browser: TestBrowser;
  let client: NewClient;
  let analyst: Person;
  let ended: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    ended = freshRuc();
    client = await newClient(system);
    analyst = await newPerson(system, 'analyst', client.corporationId);
    await client.load(ended, { isMonitoring: false });
    await end(client, analyst, ended);
    browser = await TestBrowser.start(client.baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  async function end(of: NewClient, by: Person, taxId: string): Promise<void> {
    await endAccess(system, of, taxId);
    const isListed = async () =>
      (await by.get('/portfolio?standing=ended')).body.entries.some((one: { taxId: string }) => one.taxId === taxId);
    await waitUntil(isListed, { what: 'the portfolio knows that the query has ended' });
  }
  const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' });

  it('with an ended query has a page that leads to a new load, and offers no monitoring', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${ended}`, { cookie: analyst.cookie });
    await page.getByText('La consulta de este perfil terminó').waitFor();
    expect(await page.getByRole('button', { name: 'Activar monitoreo' }).or(retry(page)).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    const documents = page.getByRole('textbox', { name: 'Documentos' });
    const toLoad = async () => {
      await page.getByRole('link', { name: 'Cargar documentos' }).click();
      await documents.waitFor();
    };
    await toLoad();
    expect(await documents.inputValue()).toBe(ended);
    await page.reload();
    await documents.waitFor();
    expect(await documents.inputValue()).toBe(ended);
    // What the user writes is kept, and the address no longer asks for a document.
    const other = freshRuc();
    await documents.fill(other);
    await page.waitForURL(/\/cargas$/);
    await page.goBack();
    await toLoad();
    expect(await documents.inputValue()).toBe(`${other}\n${ended}`);
    await page.getByText('DNI', { exact: true }).click();
    await documents.fill('40000001');
    await page.waitForURL(/\/cargas$/);
    await page.goBack();
    await toLoad();
    await page.getByText(`RUC ${ended} no está en el formulario`).waitFor();
    expect(await documents.inputValue()).toBe('40000001');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: `Reemplazar por RUC ${ended}` }).click();
    await page.getByRole('button', { name: 'Cargar 1 documento' }).and(page.locator(':enabled')).waitFor();
    expect(await documents.inputValue()).toBe(ended);
    expect(await page.getByRole('radio', { name: 'RUC' }).isChecked()).toBe(true);
    const { cookie } = await newPerson(system, 'member', client.corporationId);
    const reading = await browser.open(`/perfiles/RUC/${ended}`, { cookie });
    await reading.page.getByText('Para ver el perfil otra vez, pida a un analista o a un administrador que lo cargue de nuevo.').waitFor();
    await reading.page.goto(`/perfiles/RUC/${freshRuc()}`);
    await reading.page.getByText('Lo puede cargar un analista o un administrador de su corporación.').waitFor();
    expect([troubles, reading.troubles.policy]).toEqual([clean, []]);
    await Promise.all([page.context().close(), reading.page.context().close()]);
  });

  it('is loaded again after monitoring that ended, and the page does not call that its first load', async () => {
    const other = await newClient(system);
    const person = await newPerson(system, 'analyst', other.corporationId);
    const taxId = freshRuc();
    await other.load(taxId);
    await threeDaysPass(system.database, taxId);
    await endAccess(system, other, taxId);
    const { page, troubles } = await browser.open('/cuenta', { cookie: person.cookie });
    await whilePaused(system, 'trabajadores', async () => {
      const asked = { body: { docType: 'RUC', taxIds: [taxId] }, headers: { 'idempotency-key': randomUUID() } };
      expect((await person.call('POST', '/loads', asked)).status).toBe(202);
      const badge = page.locator('.mantine-Badge-root');
      await page.goto(`/perfiles/RUC/${taxId}`);
      await badge.getByText('Carga en curso', { exact: true }).waitFor();
      expect(await badge.getByText('Primera carga en curso').count()).toBe(0);
    });
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('has no summary, record or comparison for a day before its first load, and the page says so', async () => {
    const other = await newClient(system);
    const { cookie } = await newPerson(system, 'analyst', other.corporationId);
    const taxId = freshRuc();
    await other.load(taxId);
    const { page, troubles } = await browser.open('/cuenta', { cookie });
    for (const search of [
      `fecha=${dayInLima(3)}`,
      `vista=expediente&fecha=${dayInLima(3)}`,
      `vista=comparar&a=${dayInLima(3)}&b=${dayInLima(0)}`,
    ]) {
      await page.goto(`/perfiles/RUC/${taxId}?${search}`);
      await page.getByText(/^El \d\d\/\d\d\/\d{4} su corporación todavía no tenía este perfil$/).waitFor();
      expect(await retry(page).count()).toBe(0);
    }
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('with an ended query is reachable from the portfolio, which does not wait for it, and the home page shows the contract', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: analyst.cookie });
    // Nothing but its own clock has the page read the list again, and it never takes the stream for silent.
    await page.route('**/panel/v1/live', (route) => route.fulfill({ status: 503 }));
    await page.clock.setFixedTime(new Date());
    await page.goto('/portafolio');
    await page.getByText('No hay perfiles activos').waitFor();
    await page.getByRole('link', { name: 'Ver la consulta terminada' }).click();
    await page.getByRole('row', { name: new RegExp(ended) }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.clock.fastForward('00:05');
    await page.goto('/');
    await page.getByRole('region', { name: 'Contrato' }).getByText('Plan mensual').waitFor();
    expect(await page.getByRole('region', { name: 'Para empezar' }).count()).toBe(0);
    expect(asked).not.toContain('/panel/v1/portfolio');
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('that was the last on a later page of the portfolio leaves it empty, with a way to the first page', async () => {
    const other = await newClient(system);
    const person = await newPerson(system, 'analyst', other.corporationId);
    const [first, second] = freshRucs(2).toSorted() as [string, string];
    await Promise.all([first, second].map((taxId) => other.load(taxId, { isMonitoring: false })));
    const { older } = (await person.get('/portfolio?sort=taxId&limit=1')).body as { older: string };
    const { page, troubles } = await browser.open(`/portafolio?sort=taxId&before=${older}`, { cookie: person.cookie });
    const row = (taxId: string) => page.getByRole('row', { name: new RegExp(taxId) });
    await row(second).waitFor();
    await end(other, person, second);
    await page.getByText('Esta página de la lista ya está vacía').waitFor();
    await page.getByRole('button', { name: 'Ir a la primera página' }).click();
    await row(first).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });
});
