import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createUser, livingSystem, signedIn, type System, type TestUser } from '@vigia/testing';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { signInOn } from '../../src/browser/sign-in.js';
import { describeBrowser } from './describe-browser.js';

describeBrowser('a session in the dashboard', () => {
  let system: System;
  let browser: TestBrowser;
  let baseUrl: string;
  let user: TestUser;
  let admin: TestUser;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const { brokerUrl } = system;
    baseUrl = system.replicas('gateway')[0]!.url;
    const { corporationId } = await system.createCorporation('monthly');
    user = await createUser({ brokerUrl, baseUrl }, { corporationId, role: 'member' });
    admin = await createUser({ brokerUrl, baseUrl }, { corporationId, role: 'admin' });
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  it('opens by a sign-in, keeps the language, and closes by a sign-out', async () => {
    const { page, troubles } = await browser.open('/');
    await page.getByLabel('Correo').fill(user.email);
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('equivocada');
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByRole('alert').getByText('El correo o la contraseña no son correctos.').waitFor();

    const password = page.getByRole('textbox', { name: 'Contraseña' });
    await password.fill(user.password);
    await password.press('Tab');
    await page.getByRole('button', { name: 'Mostrar u ocultar lo escrito' }).and(page.locator(':focus')).press('Enter');
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByRole('button', { name: 'Su cuenta: Prueba member' }).click();
    await page.getByRole('menu').getByText(user.email).waitFor();
    await page.getByText('English', { exact: true }).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    await signOut.waitFor();
    await page.keyboard.press('Escape');
    await signOut.waitFor({ state: 'detached' });
    // A telephone in landscape.
    await page.setViewportSize({ width: 568, height: 320 });
    await page.getByRole('button', { name: 'Your account: Prueba member' }).click();
    let reach!: () => void;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    await page.route('**/panel/v1/session', (route) => reached.then(() => route.continue()));
    await signOut.click();
    await page.getByRole('menuitem', { name: 'Signing out…' }).waitFor();
    reach();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('asks the browser not to translate its page, whose texts would then stay as they were', async () => {
    const { page } = await browser.open('/');
    const text = page.getByText('Perfiles de riesgo y cumplimiento');
    expect(await text.evaluate((one) => Reflect.get(one, 'translate'))).toBe(false);
    expect(await page.locator('meta[name=google]').getAttribute('content')).toBe('notranslate');
    await page.context().close();
  });

  it('says in place of a white page that the browser blocks cookies', async () => {
    const { page, troubles } = await browser.open('/docs');
    await page.addInitScript(`
      const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
      globalThis.BroadcastChannel = class { constructor() { refuse(); } };
      Object.defineProperty(globalThis, 'localStorage', { get: refuse });
      Object.defineProperty(globalThis, 'sessionStorage', { get: refuse });
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
    `);
    await page.goto('/');
    await page.getByRole('alert').getByText('Su navegador bloquea las cookies de esta página').waitFor();
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('shows a page for an unknown address, with a link to the home page', async () => {
    const session = await signedIn(baseUrl, user);
    const { page, troubles } = await browser.open('/cartera/RUC/20990000019', { cookie: session.cookie });
    await page.getByRole('heading', { level: 1, name: 'Esta página no existe' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Inicio' }).click();
    await page.waitForURL(`${baseUrl}/`);
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('reports its end, and a new sign-in leads back to the page', async () => {
    const session = await signedIn(baseUrl, user);
    const ended = (page: Page) => page.getByText('Su sesión terminó.');
    const { page, troubles } = await browser.open('/cuenta', { cookie: session.cookie });
    await page.getByText('Esta sesión').waitFor();
    // In one step: the page soon learns of the end by itself, and then there is no link.
    await page.evaluate(
      `fetch('/panel/v1/session', { method: 'DELETE' }).then(() => document.querySelector('a[href="/consumo"]').click())`,
    );
    await ended(page).waitFor();
    await signInOn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Consumo' }).waitFor();
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();

    const first = await browser.open('/consumo');
    await first.page.getByRole('heading', { name: 'Ingresar' }).waitFor();
    expect(await ended(first.page).count()).toBe(0);
    await first.page.context().close();
  });

  it('stays where the person has gone, when an answer that the sign-in asked for comes late', async () => {
    const session = await signedIn(baseUrl, user);
    const { page, troubles } = await browser.open('/cuenta', { cookie: session.cookie });
    await page.getByText('Esta sesión').waitFor();
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    await page.route('**/panel/v1/session', async (route) => {
      if (route.request().method() === 'GET') {
        asked += 1;
        await released;
      }
      await route.continue();
    });
    await page.evaluate(
      `fetch('/panel/v1/session', { method: 'DELETE' }).then(() => document.querySelector('a[href="/consumo"]').click())`,
    );
    await signInOn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Consumo' }).waitFor();
    await page.getByRole('link', { name: 'Portafolio' }).first().click();
    const place = page.getByRole('heading', { level: 1, name: 'Portafolio' });
    await place.waitFor();
    expect(asked).toBeGreaterThan(0);
    const answered = page.waitForResponse('**/panel/v1/session');
    release();
    await (await answered).finished();
    // One more answer comes after everything that the late one has set off.
    await page.evaluate(`fetch('/panel/v1/session').then((response) => response.json())`);
    expect(new URL(page.url()).pathname).toBe('/portafolio');
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('is not ended by the repetition of an earlier sign-out whose answer was lost', async () => {
    const { cookie } = await signedIn(baseUrl, user);
    const { page } = await browser.open('/cuenta', { cookie });
    await page.clock.install();
    let ends = 0;
    await page.route('**/panel/v1/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      ends += 1;
      await route.fetch();
      const json = { statusCode: 503, error: 'Service Unavailable', message: 'x' };
      return route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json });
    });
    await page.getByRole('button', { name: /^Su cuenta:/ }).click();
    const lost = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    await lost;
    // The page may have heard of the end by itself, and then has no such link any more.
    await page.evaluate(`document.querySelector('a[href="/consumo"]')?.click()`);
    await signInOn(page, user);
    await page.getByRole('button', { name: /^Su cuenta:/ }).waitFor();
    await page.clock.fastForward('01:05');
    await page.reload();
    await page.getByRole('button', { name: /^Su cuenta:/ }).click();
    expect(ends).toBe(1);
    await page.context().close();
  });

  it('is not prolonged by requests of an unattended page', async () => {
    const { cookie } = await signedIn(baseUrl, admin);
    const { page, troubles } = await browser.open('/cargas', { cookie });
    const isUnattended = async () => {
      const asked = await page.waitForRequest((request) => new URL(request.url()).pathname === '/panel/v1/loads');
      return 'vigia-unattended' in asked.headers();
    };
    await page.getByRole('heading', { level: 1, name: 'Cargar documentos' }).waitFor();
    expect(await isUnattended()).toBe(false);
    await page.evaluate('const { now } = Date; Date.now = () => now() + 6 * 60_000;');
    expect(await isUnattended()).toBe(true);
    await page.keyboard.press('Shift');
    expect(await isUnattended()).toBe(false);
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('of another user in another tab replaces all data of the previous user', async () => {
    const { corporationId } = await system.createCorporation('monthly');
    const other = await createUser({ brokerUrl: system.brokerUrl, baseUrl }, { corporationId, role: 'admin' });
    const { page, troubles } = await browser.open('/usuarios', { cookie: (await signedIn(baseUrl, admin)).cookie });
    await page.getByText(admin.email).first().waitFor();
    const tab = await page.context().newPage();
    await tab.goto('/ingresar');
    await signInOn(tab, other);
    await tab.getByRole('button', { name: /^Su cuenta:/ }).waitFor();
    await page.getByText(other.email).first().waitFor();
    expect(await page.getByText(admin.email).count()).toBe(0);

    await tab.getByRole('button', { name: /^Su cuenta:/ }).click();
    await tab.getByRole('menuitem', { name: 'Salir' }).click();
    await page.getByRole('heading', { name: 'Ingresar' }).waitFor();
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('of another tab is found by a page that had just learned of the end of its own', async () => {
    const { cookie } = await signedIn(baseUrl, admin);
    const { page, troubles } = await browser.open('/usuarios', { cookie });
    await page.getByText(admin.email).first().waitFor();
    const ended = { statusCode: 401, error: 'Unauthorized', message: 'x' };
    await page.route('**/panel/v1/users', (route) => route.fulfill({ status: 401, json: ended }), { times: 1 });
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.reload();
    await refused;
    await page.getByText(admin.email).first().waitFor();

    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: 'Ingresar' }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto('/ingresar');
    await signInOn(tab, admin);
    await page.getByText(admin.email).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/usuarios');
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it('shows a countdown while an address is locked out', async () => {
    const { page, troubles } = await browser.open('/');
    const email = `nadie-${user.email}`;
    await page.getByLabel('Correo').fill(email);
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('equivocada');
    const button = page.getByRole('button', { name: 'Ingresar' });
    await button.click();
    await page.getByRole('alert').waitFor();
    // The wait is then two minutes; that of a second would be over before a busy machine looks.
    const failedOften = 'UPDATE identity.failed_attempts SET failures = 12, last_failed_at = now() WHERE strpos(key, $1) > 0';
    await system.database.query(failedOften, [email]);
    await button.click();
    const locked = page.getByText(/Puede volver a intentar en \d+ s\./);
    await locked.waitFor();
    // In an alert, which is told at once: what changes every second is not told again.
    expect(await page.getByRole('alert').locator('[aria-live=off]').innerText()).toMatch(/\d+ s\.$/);
    expect(await button.isDisabled()).toBe(true);
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });

  it.each(bothWidths)('begins on a page that is accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/', view);
    await page.getByRole('button', { name: 'Ingresar' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual({ console: [], policy: [] });
    await page.context().close();
  });
});
