import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { UserRole } from '@vigia/contracts';
import { ApiClient, livingSystem, type System, todayInLima } from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { newClient } from '../../src/clients/new-client.js';
import { describeBrowser } from './describe-browser.js';

const none = { console: [], policy: [] };
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'America/Lima' });
/** Counts from this week. */
const mondayOfWeek = (weeks: number) => dayIn(7 * weeks - ((new Date(dayIn(0)).getUTCDay() + 6) % 7));

describeBrowser('the home page', () => {
  let system: System;
  let browser: TestBrowser;
  let baseUrl: string;
  let corporationId: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    baseUrl = system.replicas('gateway')[0]!.url;
    const account = await system.createCorporation('one_time');
    ({ corporationId } = account);
    const client = new ApiClient(baseUrl, account);
    for (const taxId of ['20990000043', '20990000116']) await client.load(taxId);
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const cookieOf = async (role: UserRole, of = corporationId) => (await newPerson(system, role, of)).cookie;

  it('shows three first steps with lines to copy, and links only for users who may take them', async () => {
    const { corporationId: empty } = await system.createCorporation('monthly');
    const { page, troubles } = await browser.open('/', { cookie: await cookieOf('admin', empty) });
    const steps = page.getByRole('region', { name: 'Para empezar' });
    await steps.getByText(`curl -X POST ${baseUrl}/v1/autenticacion/obtener-token`, { exact: false }).waitFor();
    expect(await steps.getByRole('button', { name: /^Copiar/ }).count()).toBe(3);
    expect(await accessibilityFindings(page)).toEqual([]);
    for (const [link, path] of [
      ['Ir a Cargar', '/cargas'],
      ['Ir a Webhooks', '/webhooks'],
      ['Ir a Credenciales API', '/credenciales'],
    ] as const) {
      await steps.getByRole('link', { name: link }).click();
      await page.waitForURL(`**${path}`);
      await page.goBack();
    }
    const member = await browser.open('/', { cookie: await cookieOf('member', empty) });
    await member.page.getByText('Pídaselo a un administrador de su corporación.').first().waitFor();
    expect(await member.page.getByRole('link', { name: /^Ir a [CW]/ }).count()).toBe(0);
    expect([troubles, member.troubles]).toEqual([none, none]);
    await Promise.all([page.context().close(), member.page.context().close()]);
  });

  it('shows the risk of the portfolio in numbers that link to their profiles', async () => {
    const { page, troubles } = await browser.open('/', { cookie: await cookieOf('analyst') });
    const risk = page.getByRole('region', { name: 'Riesgo del portafolio' });
    await risk.getByText('2 activos').waitFor();
    await page
      .getByRole('region', { name: 'Contrato' })
      .getByText(/meses disponibles$/)
      .waitFor();
    await page
      .getByRole('region', { name: 'Exposición total' })
      .getByRole('link', { name: /^S\/.[\d.,]+( M)?$/ })
      .focus();
    await page
      .getByRole('tooltip')
      .getByText(/^S\/.[\d,]+\.\d\d$/)
      .waitFor();
    await page.getByRole('region', { name: 'Cargas parciales' }).getByRole('link', { name: '1' }).click();
    await page.getByText('1 perfil', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('estado')).toBe('partial');
    await page.getByText('20990000116').waitFor();
    await page.goBack();
    await risk.getByRole('link', { name: '2 activos' }).click();
    await page.getByText('2 perfiles').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('keeps the colours of the classes in forced colours', async () => {
    const { page } = await browser.open('/', { cookie: await cookieOf('analyst') });
    const risk = page.getByRole('region', { name: 'Riesgo del portafolio' });
    await risk.getByText('2 activos').waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const colours = await risk
      .locator('[data-level]:not([data-level="0"])')
      .evaluateAll((all) => all.map((one) => one.ownerDocument.defaultView!.getComputedStyle(one).backgroundColor));
    expect(new Set(colours).size).toBe(5);
    await page.context().close();
  });

  it('shows how many profiles have each class of the screening, and links to them', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: await cookieOf('analyst') });
    await page.route('**/panel/v1/portfolio/counts?standing=active', async (route) => {
      const response = await route.fetch();
      const { by, ...counts } = await response.json();
      await route.fulfill({
        response,
        json: { ...counts, total: 10, by: { ...by, alert: [10, 0, 0, 0, 0, 0], compliance: [1, 2, 3, 4] } },
      });
    });
    await page.route('**/panel/v1/portfolio/risk?*', (route) => {
      const night = { day: '2026-11-21', alert: [10, 0, 0, 0, 0, 0], compliance: [1, 3, 3, 3], exposureCents: 0 };
      return route.fulfill({ json: { days: [night], moved: [], expiring: [] } });
    });
    await page.goto('/');
    const screening = page.getByRole('region', { name: 'Alerta de compliance' });
    await screening.getByText('Frente al 21/11/2026: 1 perfil más en Alta').waitFor();
    expect(await screening.getByRole('link').allInnerTexts()).toEqual(['4 en Alta', '4', '3', '2', '1']);
    await screening.getByRole('link', { name: '3', exact: true }).click();
    await page.getByRole('button', { name: 'Compliance: Media' }).waitFor();
    expect(new URL(page.url()).searchParams.get('compliance')).toBe('2');
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('says how many alerts about the contract are open, not how many have passed, and links to all of them', async () => {
    const person = await newPerson(system, 'analyst', corporationId);
    const { contractId } = (await person.get('/contracts')).body.contracts[0];
    const { page, troubles } = await browser.open('/cuenta', { cookie: person.cookie });
    const lapse = (days: number) => ({ contractId, kind: 'lapse_in_7_days', crossing: dayIn(days), facts: { profiles: 2 } });
    const alerts = [-6, -5, -4, -3, -2, 3, 5].map((days) => ({ ...lapse(days), raisedAt: '2026-11-20T16:02:07.314Z' }));
    await page.route('**/panel/v1/quota/alerts', (route) => route.fulfill({ json: { alerts } }));
    await page.goto('/');
    await page.getByRole('region', { name: 'Contrato' }).getByRole('link', { name: '2 avisos sobre el contrato' }).click();
    await page.waitForURL('**/consumo');
    const told = page.getByRole('alert').filter({ hasText: 'Avisos' });
    await told.waitFor();
    const words = (await told.getByRole('listitem').allInnerTexts()).map((line) => /vencen|vencieron/.exec(line)?.[0]);
    expect(words).toEqual(['vencen', 'vencen', 'vencieron', 'vencieron', 'vencieron']);
    await told.getByText('y 2 más').click();
    await told.getByRole('listitem').nth(6).waitFor();
    expect(await accessibilityFindings(page, { atColours: false })).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('says that no source failed only if each active profile has ended its load without a failure', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: await cookieOf('analyst') });
    let estado: Record<string, number> = {};
    await page.route('**/panel/v1/portfolio/counts?standing=active', async (route) => {
      const response = await route.fetch();
      const counts = await response.json();
      const total = Object.values(estado).reduce((sum, n) => sum + n, 0);
      await route.fulfill({ response, json: { ...counts, total, by: { ...counts.by, estado } } });
    });
    const card = page.getByRole('region', { name: 'Cargas parciales' });
    for (const [counted, said] of [
      [{ loading: 1, succeeded: 1 }, '1 perfil se está cargando: todavía no se sabe si todas sus fuentes responden.'],
      [{ loading: 2, failed: 1 }, '2 perfiles se están cargando: todavía no se sabe si todas sus fuentes responden.'],
      [{ failed: 1, succeeded: 1 }, 'La última carga de 1 perfil falló.'],
      [{}, 'No hay perfiles activos.'],
      [{ succeeded: 2 }, 'Ninguna fuente falló en la última carga.'],
    ] as const) {
      estado = counted;
      await page.goto('/');
      await card.getByText(said).waitFor();
    }
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  const openWithMoves = async (moved: { week?: string; from: number; to: number; profiles?: number }[], view: { width?: number } = {}) => {
    const { page, troubles } = await browser.open('/cuenta', { ...view, cookie: await cookieOf('analyst') });
    await page.route('**/panel/v1/portfolio/risk?*', async (route) => {
      const response = await route.fetch();
      const answer = { ...(await response.json()), moved: moved.map((move) => ({ week: mondayOfWeek(0), profiles: 1, ...move })) };
      await route.fulfill({ response, json: answer });
    });
    await page.goto('/');
    return { page, troubles, card: page.getByRole('region', { name: 'Cambios de nivel' }) };
  };

  it('calls a change of class better or worse only between two known classes', async () => {
    const { page, troubles, card } = await openWithMoves([
      { from: 0, to: 1 },
      { from: 4, to: 0 },
      { from: 1, to: 3 },
      { from: 4, to: 2 },
    ]);
    await card.getByRole('link').nth(3).waitFor();
    expect((await card.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /No procesado Sin alerta Semana .* Alerta alta No procesado Semana .* Sin alerta Alerta media empeora Semana .* Alerta alta Alerta baja mejora Semana/,
    );
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('shows eight changes of class, and on demand the others of this week and the three before it', async () => {
    await todayInLima();
    const { page, troubles, card } = await openWithMoves([
      ...[5, 4, 3, 2].flatMap((from) => [
        { from, to: 0 },
        { from: 0, to: from },
      ]),
      ...[-3, -3, -4].map((weeks, from) => ({ week: mondayOfWeek(weeks), from, to: 5 })),
    ]);
    await card.getByRole('link').nth(7).waitFor();
    expect(await card.getByRole('link').count()).toBe(8);
    await card.getByText('y 2 más').click();
    await card.getByRole('link').nth(9).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('keeps the number of profiles of a change of class on one line at 390 px', async () => {
    const { page, card } = await openWithMoves([{ from: 3, to: 4, profiles: 3 }], { width: 390 });
    const link = card.getByRole('link', { name: '3 perfiles' });
    await link.waitFor();
    const lines = await link.evaluate((shown) => {
      const text = shown.ownerDocument.createRange();
      text.selectNodeContents(shown);
      return text.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('says that no monitoring ends soon, and ignores a query that does', async () => {
    const account = await system.createCorporation('monthly');
    await new ApiClient(baseUrl, account).load('20990000019', { isMonitoring: false });
    const { page, troubles } = await browser.open('/', { cookie: await cookieOf('analyst', account.corporationId) });
    const soon = page.getByRole('region', { name: 'Monitoreos que vencen en 30 días' });
    await soon.getByText('Ningún monitoreo vence en los próximos 30 días.').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('says that monitoring ends with a monthly contract, unless another one follows on the next day', async () => {
    await todayInLima({ minutesLeft: 2 });
    const client = await newClient(system, { endsOn: dayIn(10) });
    await client.load('20990000019');
    const { page, troubles } = await browser.open('/', { cookie: await cookieOf('analyst', client.corporationId) });
    const soon = page.getByRole('region', { name: 'Monitoreos que vencen en 30 días' });
    await soon.getByText(`El monitoreo termina con el contrato, el ${dayIn(10).split('-').toReversed().join('/')}.`).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await soon.getByRole('link', { name: '1 perfil' }).click();
    await page.getByText('20990000019').waitFor();
    const operator = await newPerson(system, 'operator');
    const next = {
      kind: 'monthly',
      startsOn: dayIn(11),
      endsOn: '2099-12-31',
      quotaMonths: 0,
      documentPriceCents: 0,
      excludedSections: [],
    };
    const asked = await operator.call('POST', `/operator/corporations/${client.corporationId}/contracts`, { body: next });
    expect(asked.status).toBe(200);
    await page.goBack();
    await page.reload();
    await soon.getByText('Ningún monitoreo vence en los próximos 30 días.').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('says that a line has been copied, or could not be', async () => {
    const { corporationId: empty } = await system.createCorporation('monthly');
    const { page } = await browser.open('/', { cookie: await cookieOf('admin', empty) });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('button', { name: /^Copiar/ }).first();
    await copy.click();
    await page.getByRole('status').getByText('Copiado', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl -X POST /);
    // As on a page that came without TLS.
    await page.evaluate('delete Navigator.prototype.clipboard');
    await copy.click();
    await page.getByRole('status').getByText('No se pudo copiar').waitFor();
    await page.getByRole('tooltip', { name: 'No se pudo copiar' }).waitFor();
    await page.context().close();
  });

  it('says why the months of the contract are not shown', async () => {
    const { page } = await browser.open('/cuenta', { cookie: await cookieOf('analyst') });
    await page.route('**/panel/v1/contracts', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, error: 'x', message: 'x' } }),
    );
    await page.goto('/');
    const contract = page.getByRole('region', { name: 'Contrato' });
    await contract.getByRole('alert').getByText('No se pudo mostrar').waitFor();
    expect(await contract.getByText(/disponible/).count()).toBe(0);
    await page.context().close();
  });

  it.each(bothWidths)('is accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/', { ...view, cookie: await cookieOf('analyst') });
    await page.getByText('2 activos').waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect(await accessibilityFindings(page, { byNight: true })).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
