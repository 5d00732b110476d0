import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, type System, waitUntil } from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson, type Person } from '../../src/browser/new-person.js';
import { loadOne } from '../../src/clients/calls.js';
import { freshRucs } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { adjustQuota } from '../quota/faults.js';
import { describeBrowser } from './describe-browser.js';

const clean = { console: [], policy: [] };
const terms = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 8 } as const;

describeBrowser('the page of a profile', () => {
  let system: System;
  let browser: TestBrowser;
  let client: NewClient;
  let analyst: Person;
  let member: Person;
  let taxIds: { queried: string; hurried: string; looked: string };

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system, terms);
    const [queriedId, hurriedId, lookedId] = freshRucs(3) as [string, string, string];
    taxIds = { queried: queriedId, hurried: hurriedId, looked: lookedId };
    await Promise.all([
      client.load(queriedId, { isMonitoring: false }),
      client.load(lookedId, { isMonitoring: false }),
      client.load(hurriedId, { isMonitoring: false }),
    ]);
    [analyst, member] = await Promise.all([person('analyst'), person('member')]);
    browser = await TestBrowser.start(client.baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const person = (role: 'analyst' | 'member') => newPerson(system, role, client.corporationId);
  const available = async () => (await analyst.get('/contracts')).body.contracts[0].quota.available as number;
  const open = (taxId: string, { cookie } = analyst, view = {}) => browser.open(`/perfiles/RUC/${taxId}`, { ...view, cookie });

  it('turns a query into monitoring at the announced cost, once for a double click', async () => {
    const before = await available();
    const { page, troubles } = await open(taxIds.queried);
    await page.getByRole('button', { name: 'Activar monitoreo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activar el monitoreo' });
    await dialog.getByLabel('Meses de monitoreo').selectOption('12 meses');
    await dialog.getByText(`En la cuota quedan ${before} meses y no alcanzan. Caben hasta ${before} meses para todos`).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Activar monitoreo' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Meses de monitoreo').selectOption('2 meses');
    await dialog.getByText(`Usa 2 meses de la cuota: hoy hay ${before} y quedarían ${before - 2}.`).waitFor();
    await dialog.getByText(/^Vence el \d\d\/\d\d\/\d{4}\.$/).waitFor();
    // The page shows the message for four seconds.
    const told = page.getByText('El perfil está en monitoreo.').waitFor();
    await confirm.dblclick();
    await told;
    await page.getByRole('button', { name: 'Activar monitoreo' }).waitFor({ state: 'detached' });
    expect(await available()).toBe(before - 2);
    const { lines } = (await analyst.get('/quota/statement')).body;
    expect(lines.at(-1)).toMatchObject({ kind: 'deduct', months: 2, actor: `user ${analyst.email}` });
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('reports a quota that shrank before the confirmation, with the months that fit', async () => {
    const before = await available();
    const { page, troubles } = await open(taxIds.hurried);
    await page.getByRole('button', { name: 'Activar monitoreo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activar el monitoreo' });
    await dialog.getByLabel('Meses de monitoreo').selectOption(`${before} meses`);
    await dialog.getByText(`y quedarían 0.`).waitFor();
    await adjustQuota(system, client, -1);
    const confirm = dialog.getByRole('button', { name: 'Activar monitoreo' });
    await confirm.click();
    await dialog
      .getByRole('alert')
      .getByText(/y no alcanzan?\. Caben? hasta/)
      .waitFor();
    expect(await available()).toBe(before - 1);
    await confirm.and(page.locator(':disabled')).waitFor();
    await page.keyboard.press('Tab');
    expect(await dialog.locator(':focus').count()).toBe(1);
    await dialog.getByLabel('Meses de monitoreo').selectOption('1 mes');
    await dialog.getByText(/^Usa 1 mes de la cuota/).waitFor();
    const told = page.getByText('El perfil está en monitoreo.').waitFor();
    await confirm.click();
    await told;
    expect(await available()).toBe(before - 2);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('forces an update, which names the user who requested it', async () => {
    const { page, troubles } = await open(taxIds.queried);
    await page.getByRole('button', { name: 'Forzar actualización' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forzar la actualización' });
    await dialog.getByText(/^No usa meses de la cuota|^Usa \d/).waitFor();
    await dialog.getByRole('button', { name: 'Forzar actualización' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const updates = await waitUntil(
      async () => {
        const { loads } = (await analyst.get('/loads')).body;
        const found = loads.filter(({ kind, state }: { kind: string; state: string }) => kind === 'update' && state === 'finished');
        return found.length > 0 && found;
      },
      { what: 'the update ends' },
    );
    expect(updates).toEqual([expect.objectContaining({ actor: `user ${analyst.email}`, counts: expect.objectContaining({ loaded: 1 }) })]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('explains before the request that the quota does not allow an update', async () => {
    const poor = await newClient(system, { ...terms, quotaMonths: 1 });
    const [taxId] = freshRucs(1) as [string];
    await loadOne(poor, taxId, { months: 1 });
    const { page, troubles } = await open(taxId, await newPerson(system, 'analyst', poor.corporationId));
    await page.getByRole('button', { name: 'Forzar actualización' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forzar la actualización' });
    await dialog.getByText('1 perfil no se actualiza. En la cuota quedan 0 meses y no alcanzan.').waitFor();
    expect(await dialog.getByText(/no está activo|^No usa meses/).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Forzar actualización' }).isDisabled()).toBe(true);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(bothWidths)('has accessible dialogs at $width px, and offers none to a member', async (view) => {
    const { page, troubles } = await open(taxIds.looked, analyst, view);
    for (const name of ['Activar monitoreo', 'Forzar actualización']) {
      await page.getByRole('button', { name }).click();
      await page
        .getByRole('dialog')
        .getByText(/^(?:No usa|Usa \d+) mes/)
        .waitFor();
      expect({ name, findings: await accessibilityFindings(page) }).toEqual({ name, findings: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name }).evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    }
    const reading = await open(taxIds.looked, member, view);
    await reading.page.getByRole('heading', { level: 1 }).waitFor();
    await reading.page.getByText(taxIds.looked).first().waitFor();
    expect(await reading.page.getByRole('button', { name: /Activar monitoreo|Forzar actualización/ }).count()).toBe(0);
    expect([troubles, reading.troubles]).toEqual([clean, clean]);
    await Promise.all([page.context().close(), reading.page.context().close()]);
  });
});
