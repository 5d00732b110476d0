import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient, livingSystem, signedIn, type System, waitUntil } from '@vigia/testing';
import type { UserRole } from '@vigia/contracts';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { signInOn } from '../../src/browser/sign-in.js';
import { newPerson, type Person } from '../../src/browser/new-person.js';
import { freshRuc } from '../../src/clients/documents.js';
import { describeBrowser } from './describe-browser.js';

const none = { console: [], policy: [] };
/** In the page itself: the types of a browser are not those of the tests. */
const warnsWhoLeaves = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`;

describeBrowser('the pages of users, credentials and activity', () => {
  let system: System;
  let browser: TestBrowser;
  let baseUrl: string;
  let corporationId: string;
  let admin: Person;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    baseUrl = system.replicas('gateway')[0]!.url;
    ({ corporationId } = await system.createCorporation('monthly'));
    admin = await person('admin');
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const person = (role: UserRole) => newPerson(system, role, corporationId);
  const dialogOf = (page: Page) => page.getByRole('dialog');

  it('create, rename and revoke a credential that works meanwhile', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: admin.cookie });
    await page.getByRole('link', { name: 'Credenciales' }).click();
    await page.getByRole('button', { name: 'Crear credencial' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nombre').fill('ERP de compras');
    await dialog.getByRole('button', { name: 'Crear credencial' }).click();
    await dialog.getByText('Se muestra solo esta vez').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const [accessKey = ''] = /vk_[0-9a-f]+/.exec(await dialog.innerText()) ?? [];
    const [accessSecret = ''] = /vs_[\w-]+/.exec(await dialog.innerText()) ?? [];
    const client = new ApiClient(baseUrl, { accessKey, accessSecret });
    expect((await client.authorization()).authorization).toMatch(/^Bearer /);
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.waitForURL('**/credenciales');
    await dialog.getByText(accessSecret).waitFor();
    expect(await page.evaluate(warnsWhoLeaves)).toBe(true);
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(warnsWhoLeaves)).toBe(false);
    expect(await page.content()).not.toContain(accessSecret);
    await page.getByRole('region', { name: 'Primera llamada' }).getByText(accessKey).waitFor();

    await page.getByRole('button', { name: 'Cambiar el nombre de ERP de compras' }).click();
    await dialog.getByLabel('Nombre').fill('ERP de pagos');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Revocar ERP de pagos' }).click();
    await dialog.getByText('No se puede deshacer').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Revocar' }).press('Enter');
    await page.getByText('Revocada').waitFor();
    await page.locator('h1:focus').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('show lines for a first call that make a query, which uses no months', async () => {
    const { corporationId: ofMonths, accessKey, accessSecret } = await system.createCorporation('one_time');
    const owner = await newPerson(system, 'admin', ofMonths);
    const quota = async () => (await owner.get('/contracts')).body.contracts[0].quota;
    const before = await quota();
    const { page } = await browser.open('/credenciales', { cookie: owner.cookie });
    const shown = page.getByRole('region', { name: 'Primera llamada' }).filter({ hasText: accessKey });
    const lines = (await shown.innerText()).replace('vs_…', accessSecret).replace(/^RUC='.*'$/m, `RUC='${freshRuc()}'`);
    const { stdout: said } = await promisify(execFile)('sh', ['-c', lines]);
    const isDone = async () => {
      const [entry] = (await owner.get('/portfolio')).body.entries;
      return entry?.standing === 'active' && entry.mode === 'query' && entry.estado !== 'loading';
    };
    await waitUntil(isDone, { what: `the query is done, to which the answers were ${said}` });
    expect([before.held, await quota()]).toEqual([0, before]);
    await page.context().close();
  });

  it('invite a user by a link with which the user chooses a password, and deactivate the user', async () => {
    const email = `rosa-${Date.now()}@prueba.example`;
    const { page, troubles } = await browser.open('/usuarios', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Invitar a un usuario' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nombre').fill('Rosa Prueba');
    await dialog.getByLabel('Correo').fill(email);
    await dialog.getByLabel('Analista').check();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invitar a un usuario' }).click();
    const link = await dialog.getByText(/\/contrasena#/).innerText();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    const row = page.getByRole('row', { name: /Rosa Prueba/ });
    await row.getByText('Sin contraseña').waitFor();

    const { pathname, hash } = new URL(link);
    const invited = await browser.open(pathname);
    await invited.page.getByText('Al enlace le falta una parte').waitFor();
    // What an address bar does with a link that differs in its last part: no page is loaded.
    await invited.page.goto(`${pathname}${hash.slice(0, -1)}${hash.endsWith('x') ? 'y' : 'x'}`);
    await invited.page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('una frase que nadie adivina');
    await invited.page.getByRole('button', { name: 'Guardar y continuar' }).click();
    await invited.page.getByText(/^Este enlace ya se usó/).waitFor();
    await invited.page.goto(pathname + hash);
    await invited.page.getByText(/^Este enlace ya se usó/).waitFor({ state: 'detached' });
    await invited.page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('corta');
    await invited.page.getByRole('button', { name: 'Guardar y continuar' }).click();
    await invited.page.getByText('Tiene que tener al menos 12 caracteres.').waitFor();
    expect(await accessibilityFindings(invited.page)).toEqual([]);
    await invited.page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('una frase que nadie adivina');
    await invited.page.getByRole('button', { name: 'Guardar y continuar' }).click();
    await invited.page.locator('h1:focus').waitFor();
    await invited.page.getByRole('link', { name: 'Ingresar' }).click();
    await signInOn(invited.page, { email, password: 'una frase que nadie adivina' });
    await invited.page.getByRole('button', { name: 'Su cuenta: Rosa Prueba' }).waitFor();

    await system.database.query(
      `INSERT INTO identity.credential (access_key, corporation_id, secret_hash, pepper_id, status, created_by)
       SELECT 'de-rosa', corporation_id, '\\x00', 'p1', 'active', id FROM identity.panel_user WHERE email = $1`,
      [email],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Acciones sobre Rosa Prueba' }).click();
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    await dialog.getByText('La credencial que creó sigue activa.').waitFor();
    await dialog.getByRole('button', { name: 'Desactivar' }).click();
    await row.getByText('Desactivado').waitFor();
    await invited.page.goto('/cuenta');
    await invited.page.getByRole('heading', { name: 'Ingresar' }).waitFor();
    expect([troubles, invited.troubles]).toEqual([none, none]);
    await Promise.all([page.context().close(), invited.page.context().close()]);
  });

  it('leave the focus on the button of a dialog after a refusal', async () => {
    const { page, troubles } = await browser.open('/usuarios', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Invitar a un usuario' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nombre').fill('Otra persona');
    await dialog.getByLabel('Correo').fill(admin.email);
    await dialog.getByRole('button', { name: 'Invitar a un usuario' }).press('Enter');
    await dialog.getByText('Ya existe un usuario con este correo.').waitFor();
    expect(await dialog.locator(':focus').innerText()).toBe('Invitar a un usuario');
    const button = dialog.getByRole('button', { name: 'Invitar a un usuario' });
    await button.evaluate((one) => one.addEventListener('click', () => one.setAttribute('data-pressed', 'again')));
    await page.keyboard.down('Enter');
    await dialog.getByText('Ya existe un usuario con este correo.').waitFor();
    expect(await button.getAttribute('data-pressed')).toBe('again');
    await button.evaluate((one) => one.removeAttribute('data-pressed'));
    await page.keyboard.down('Enter');
    expect(await button.getAttribute('data-pressed')).toBeNull();
    await page.keyboard.up('Enter');
    await page.keyboard.press('Tab');
    expect(await dialog.locator(':focus').count()).toBe(1);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('keep the focus in the dialog of a secret, and return it to the menu after a dialog', async () => {
    const { email } = await person('analyst');
    const { page, troubles } = await browser.open('/credenciales', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Crear credencial' }).press('Enter');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nombre').fill('ERP de ventas');
    await page.keyboard.press('Enter');
    await dialog.getByText('Se muestra solo esta vez').waitFor();
    await page.locator('[role=dialog]:focus').waitFor();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');
    await page.locator(':focus', { hasText: 'Crear credencial' }).waitFor();

    await page.goto('/usuarios');
    const acts = page.getByRole('button', { name: /^Acciones sobre/ }).first();
    await acts.press('Enter');
    await page.getByRole('menuitem', { name: 'Cambiar nombre o rol' }).press('Enter');
    await dialog.getByLabel('Nombre').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button:focus[aria-label^="Acciones sobre"]').waitFor();

    const other = page.getByRole('row', { name: new RegExp(email) }).getByRole('button', { name: /^Acciones sobre/ });
    await other.press('Enter');
    await page.getByRole('menuitem', { name: 'Generar un enlace para restablecer la contraseña' }).press('Enter');
    await dialog.getByRole('button', { name: 'Generar el enlace' }).press('Enter');
    await page.getByRole('dialog', { name: 'Enlace para la contraseña' }).and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');
    await other.and(page.locator(':focus')).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('keep a link that is shown once while the window becomes narrow and wide again', async () => {
    const { email } = await person('analyst');
    const { page, troubles } = await browser.open('/usuarios', { cookie: admin.cookie });
    const dialog = dialogOf(page);
    const acts = page.getByRole('row', { name: new RegExp(email) }).getByRole('button', { name: /^Acciones sobre/ });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Generar un enlace para restablecer la contraseña' }).click();
    await dialog.getByRole('button', { name: 'Generar el enlace' }).click();
    const link = await dialog.getByText(/\/contrasena#/).innerText();
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await dialog.getByText(/\/contrasena#/).innerText()).toBe(link);
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await acts.waitFor({ state: 'detached' });
    await page.setViewportSize({ width, height });
    await acts.waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('lead to the sign-in when the session ends while a secret is shown', async () => {
    const { page, troubles } = await browser.open('/credenciales', { cookie: (await person('admin')).cookie });
    await page.getByRole('button', { name: 'Crear credencial' }).click();
    await dialogOf(page).getByLabel('Nombre').fill('ERP de cierre');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('Se muestra solo esta vez').waitFor();
    await page.evaluate(`fetch('/panel/v1/session', { method: 'DELETE' })`);
    await page.getByText('Su sesión terminó.').waitFor();
    expect(troubles.policy).toEqual([]);
    await page.context().close();
  });

  it('learn before they reactivate a user without a password that the user needs another link, and give it', async () => {
    const body = { name: 'Sin Clave', email: `sin-clave-${Date.now()}@prueba.example`, role: 'member' };
    const { user } = (await admin.call('POST', '/users', { body })).body;
    await admin.call('PATCH', `/users/${user.userId}`, { body: { active: false } });
    const { page, troubles } = await browser.open('/usuarios', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Acciones sobre Sin Clave' }).click();
    await page.getByRole('menuitem', { name: 'Reactivar' }).click();
    await dialogOf(page)
      .getByText('Sin Clave aún no eligió una contraseña y su enlace ya no sirve: después de reactivar, dele otro.')
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Reactivar' }).click();
    await page.getByRole('row', { name: /Sin Clave.*Sin contraseña/ }).waitFor();
    await page.getByRole('button', { name: 'Acciones sobre Sin Clave' }).click();
    await page.getByRole('menuitem', { name: 'Generar otro enlace para elegir la contraseña' }).click();
    const question = page.getByRole('dialog', { name: 'Generar otro enlace para elegir la contraseña' });
    await question.getByText('Sin Clave todavía no tiene una contraseña.').waitFor();
    await question.getByRole('button', { name: 'Generar el enlace' }).click();
    await dialogOf(page).getByRole('button', { name: 'Ya lo guardé' }).click();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('rename a user without a change to the role that another administrator gave meanwhile', async () => {
    const changed = await person('analyst');
    const { page, troubles } = await browser.open('/usuarios', { cookie: admin.cookie });
    const row = page.getByRole('row', { name: new RegExp(changed.email) });
    await row.getByRole('button', { name: /^Acciones sobre/ }).click();
    await page.getByRole('menuitem', { name: 'Cambiar nombre o rol' }).click();
    await dialogOf(page).getByLabel('Nombre').fill('Nombre Nuevo');
    await admin.call('PATCH', `/users/${changed.userId}`, { body: { role: 'member' } });
    await dialogOf(page).getByRole('button', { name: 'Guardar' }).click();
    await row.getByText('Nombre Nuevo').waitFor();
    await row.getByText('Lectura').waitFor();
    const { users } = (await admin.get('/users')).body;
    expect(users.find(({ userId }: Person) => userId === changed.userId)).toMatchObject({ name: 'Nombre Nuevo', role: 'member' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('filter the activity by the URL, and download it filtered', async () => {
    const { page, troubles } = await browser.open('/actividad', { cookie: admin.cookie });
    await page.getByLabel('Qué hizo').selectOption('Credenciales');
    await page.getByText('Revocó una credencial').waitFor();
    expect(new URL(page.url()).search).toBe('?action=credential');
    await page.getByText('Invitó a un usuario').first().waitFor({ state: 'detached' });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar CSV' }).click()]);
    expect(download.suggestedFilename()).toBe('actividad.csv');
    await page.goBack();
    await page.goto('/actividad?action=credential&to=2020-01-01');
    await page.getByText('No hay actividad con estos filtros').waitFor();
    await page.getByRole('button', { name: 'Quitar filtros' }).press('Enter');
    await page.getByText('Invitó a un usuario').first().waitFor();
    await page.locator('h1:focus').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('find the acts on one object by its id, which may come from an alert or a log', async () => {
    const invited = await person('member');
    const { page, troubles } = await browser.open('/actividad', { cookie: admin.cookie });
    await page.getByLabel('Sobre').fill(invited.userId);
    await page.waitForURL(`**/actividad?subject=${invited.userId}`);
    await page.getByText('Invitó a un usuario').nth(1).waitFor({ state: 'detached' });
    await page.getByText('Invitó a un usuario').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('accept a day typed digit by digit, and send it only when it is complete', async () => {
    const { page, troubles } = await browser.open('/actividad?to=2200-12-31', { cookie: admin.cookie });
    await page.getByText('Invitó a un usuario').first().waitFor();
    const refused: string[] = [];
    page.on('response', (response) => void (response.status() === 400 && refused.push(response.url())));
    // Day and month stand in the order of the browser.
    await page.getByLabel('Desde').focus();
    await page.keyboard.type('11112026', { delay: 60 });
    await page.waitForURL(/from=2026-11-11/);
    expect(await page.getByLabel('Desde').inputValue()).toBe('2026-11-11');
    await page.getByText('Invitó a un usuario').first().waitFor();
    await page.goto('/actividad?from=nunca&to=0202-01-01');
    await page.getByText('Invitó a un usuario').first().waitFor();
    expect(refused).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('let users change their own password and end their other sessions', async () => {
    const user = await person('member');
    const other = await signedIn(baseUrl, user);
    const { page, troubles } = await browser.open('/cuenta', { cookie: user.cookie });
    await page.getByText('Esta sesión').waitFor();
    await page
      .getByRole('button', { name: /^Cerrar la sesión de/ })
      .first()
      .press('Enter');
    await page
      .getByRole('button', { name: /^Cerrar la sesión de/ })
      .first()
      .waitFor({ state: 'detached' });
    expect((await other.get('/session')).status).toBe(401);
    await page.locator(':focus', { hasText: 'Esta sesión' }).waitFor();
    const ended = await signedIn(baseUrl, user);
    await page.reload();
    const end = page.getByRole('button', { name: /^Cerrar la sesión de/ });
    await page.route(
      '**/panel/v1/sessions/*',
      async (route) => {
        await ended.call('DELETE', '/session');
        await route.continue();
      },
      { times: 1 },
    );
    await end.click();
    await page.getByText('No existe, o no pertenece a su corporación.').waitFor();
    await end.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Contraseña actual' }).fill('no es');
    await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('una frase que nadie adivina');
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.getByText('La contraseña actual no es correcta.').waitFor();
    await page.getByRole('textbox', { name: 'Contraseña actual' }).fill(user.password);
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.getByText('Su contraseña cambió.').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it.each([
    ['/credenciales', 'Solo los administradores de su corporación ven y crean credenciales.'],
    ['/usuarios', 'Solo los administradores de su corporación ven a los usuarios y los invitan.'],
    ['/actividad', 'Solo los administradores de su corporación ven la actividad.'],
  ])('explain on %s to an analyst which role is needed', async (path, words) => {
    const { page, troubles } = await browser.open(path, { cookie: (await person('analyst')).cookie });
    await page.getByText(words).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('fit into 320 px, and cut off no label', async () => {
    const { page } = await browser.open('/', { width: 320, cookie: admin.cookie });
    // What has no second place where it is told: states, choices and acts.
    const cutOff = `[...document.querySelectorAll('.mantine-Badge-label, .mantine-SegmentedControl-label, .mantine-Button-label')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`;
    for (const path of ['/credenciales', '/usuarios', '/cuenta', '/cargas']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      const [width, cut] = [await page.evaluate('document.documentElement.scrollWidth'), await page.evaluate(cutOff)];
      expect({ path, width, cut }).toEqual({ path, width: 320, cut: [] });
    }
    await page.context().close();
  });

  it.each(bothWidths)('are accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/', { ...view, cookie: admin.cookie });
    for (const path of ['/credenciales', '/usuarios', '/actividad', '/cuenta']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect({ path, findings: await accessibilityFindings(page) }).toEqual({ path, findings: [] });
    }
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
