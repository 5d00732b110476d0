import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, type PanelClient, type System, waitUntil } from '@vigia/testing';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { describeBrowser } from './describe-browser.js';

const none = { console: [], policy: [] };
/** A data set that no source answers from. */
const dataset = 'ciiu';
const title = 'Clasificación industrial internacional uniforme, revisión 4';

describeBrowser('the page of data sets', () => {
  let system: System;
  let browser: TestBrowser;
  let operator: PanelClient;
  let folder: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    operator = await newPerson(system, 'operator');
    folder = mkdtempSync(join(tmpdir(), 'vigia-ciiu-'));
    // Services may run as another user.
    chmodSync(folder, 0o755);
    await bringIn('one', '2026-11-20', ['0111,Cultivo de cereales', '0112,Cultivo de arroz', '0112,Cultivo de arroz otra vez']);
    await bringIn('two', '2026-11-21', ['0111,Cultivo de cereales y legumbres', '0113,Cultivo de hortalizas']);
    browser = await TestBrowser.start(system.replicas('gateway')[0]!.url);
  }, 120_000);

  afterAll(async () => {
    await operator?.call('DELETE', `/operator/datasets/${dataset}/pause`);
    await browser?.stop();
    await system?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  async function bringIn(name: string, publishedOn: string, lines: string[]): Promise<void> {
    const file = join(folder, `ciiu-${name}.csv`);
    writeFileSync(file, `codigo,nombre\n${lines.join('\n')}\n`);
    const asked = { dataset, actor: 'prueba', files: [file], publishedOn, accept: 'prueba' };
    const { version } = (await askOperator(system, (messages) => messages.request('datasets.import', asked, { timeoutMs }))).version;
    const state = async () => (await operator.get(`/operator/dataset-versions/${version}`)).body.version.state as string;
    await waitUntil(async () => (await state()) === 'current', { what: 'the version is in force', timeoutMs: 60_000 });
  }

  const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

  it('shows what is in force, what it changed and what it did not take', async () => {
    const { page, troubles } = await browser.open('/operador/datos', { cookie: operator.cookie });
    await row(page, new RegExp(`${title}.*Vigente.*21/11/2026`)).waitFor();
    await page.getByRole('link', { name: title }).click();
    const versions = page.getByRole('table', { name: 'Versiones' });
    await versions
      .getByRole('row', { name: /21\/11\/2026.*Vigente/ })
      .getByRole('button', { name: '+1 · −1 · 1 distintas' })
      .click();
    const changes = page.getByRole('region', { name: /^Cambios de la versión/ });
    await changes.getByText('No hay cambios guardados uno por uno').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    await versions
      .getByRole('row', { name: /20\/11\/2026.*Reemplazada/ })
      .getByRole('button', { name: '1', exact: true })
      .click();
    const rejects = page.getByRole('region', { name: /^Líneas rechazadas/ });
    await rejects.getByText('0112|Cultivo de arroz otra vez').waitFor();
    await rejects.getByLabel('Motivo').selectOption('repeated');
    await page.waitForURL(/motivo=repeated/);
    await rejects.getByText('0112|Cultivo de arroz otra vez').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('goes back to the version before by reason, which pauses downloads until somebody resumes them', async () => {
    const { page, troubles } = await browser.open(`/operador/datos/${dataset}`, { cookie: operator.cookie });
    const actions = page.getByRole('button', { name: `Acciones de ${title}` });
    const dialog = page.getByRole('dialog');
    await actions.click();
    expect(await page.getByRole('menuitem', { name: 'Importar ahora' }).isDisabled()).toBe(true);
    await page.getByRole('menuitem', { name: 'Volver a la anterior' }).click();
    expect(await dialog.getByRole('button', { name: 'Volver a la anterior' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('la nueva vino incompleta');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Volver a la anterior' }).click();
    await row(page, /20\/11\/2026.*Vigente/).waitFor();
    await page.getByText(/Las descargas están en pausa desde .*la nueva vino incompleta/).waitFor();
    const [entry] = (await operator.get('/operator/audit?action=dataset.rollback')).body.entries;
    expect(entry).toMatchObject({ subject: dataset, outcome: 'done', detail: { reason: 'la nueva vino incompleta' } });

    await actions.click();
    await page.getByRole('menuitem', { name: 'Reanudar' }).click();
    await dialog.getByRole('button', { name: 'Reanudar' }).click();
    await page.getByText('Las descargas están en pausa').waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it.each(bothWidths)('has no obstacle at $width px', async (view) => {
    const { page, troubles } = await browser.open('/operador/datos', { ...view, cookie: operator.cookie });
    for (const path of ['/operador/datos', `/operador/datos/${dataset}`]) {
      await page.goto(path);
      await page
        .getByText(/Vigente/)
        .first()
        .waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
