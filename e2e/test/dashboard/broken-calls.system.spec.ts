import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, type System } from '@vigia/testing';
import type { Page, Route } from 'playwright-core';
import { TestBrowser } from '../../src/browser/browser.js';
import { newPerson, type Person } from '../../src/browser/new-person.js';
import { describeBrowser } from './describe-browser.js';

describeBrowser('a page whose calls go wrong', () => {
  let system: System;
  let browser: TestBrowser;
  let admin: Person;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const { corporationId } = await system.createCorporation('monthly');
    admin = await newPerson(system, 'admin', corporationId);
    browser = await TestBrowser.start(system.replicas('gateway')[0]!.url);
  }, 120_000);

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const credentials = async () => (await admin.get('/credentials')).body.credentials as { name: string }[];
  const createCredential = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Crear credencial' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill(name);
    await dialog.getByRole('button', { name: 'Crear credencial' }).click();
    return dialog;
  };
  const onPost = (work: (route: Route) => Promise<void>) => (route: Route) =>
    route.request().method() === 'POST' ? work(route) : route.continue();

  it('asks once for what would be made twice, and shows what was made although its answer was lost', async () => {
    const { page } = await browser.open('/credenciales', { cookie: admin.cookie });
    let asked = 0;
    await page.route(
      '**/panel/v1/credentials',
      onPost(async (route) => {
        asked += 1;
        await route.fetch();
        await route.abort('connectionreset');
      }),
    );
    const dialog = await createCredential(page, 'Sin respuesta');
    await dialog.getByRole('alert').getByText('No hay conexión con el servicio.').waitFor();
    expect(asked).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Sin respuesta/ }).waitFor();
    expect((await credentials()).filter(({ name }) => name === 'Sin respuesta')).toHaveLength(1);
    await page.context().close();
  });
});
