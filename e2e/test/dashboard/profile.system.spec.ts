import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sections, type SummaryV2 } from '@vigia/contracts';
import { createUser, livingSystem, PanelClient, signedIn, type System } from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { TestBrowser } from '../../src/browser/browser.js';
import { newClient } from '../../src/clients/new-client.js';
import { describeBrowser } from './describe-browser.js';

const [critical, partial, trader, dni] = ['20990000051', '20990000116', '20990000213', '45678912'];
const views = [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((colours) => ({ width, colours })));
const clean = { console: [], policy: [] };

describeBrowser('the profile', () => {
  let system: System;
  let browser: TestBrowser;
  let person: PanelClient;
  let onPlanWithout: PanelClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const { brokerUrl } = system;
    const client = await newClient(system);
    const withheld = await newClient(system, { excludedSections: ['alerta_compliance', 'judicial'] });
    const { baseUrl } = client;
    await Promise.all([...[critical, partial, trader].map((taxId) => client.load(taxId)), client.load(dni, { docType: 'DNI' })]);
    await withheld.load(critical);
    const member = async (corporationId: string) =>
      signedIn(baseUrl, await createUser({ brokerUrl, baseUrl }, { corporationId, role: 'member' }));
    [person, onPlanWithout] = await Promise.all([member(client.corporationId), member(withheld.corporationId)]);
    browser = await TestBrowser.start(baseUrl);
  }, 180_000);

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  it.each([critical, trader])('shows every value of %s', async (taxId) => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}`, { cookie: person.cookie });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    const text = normal(await page.locator('main').innerText());
    const { body } = await person.get(`/profiles/RUC/${taxId}/summary`);
    const values = valuesOf((body as { data: SummaryV2 }).data);
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter(({ forms }) => !forms.some((form) => text.includes(form)))).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('never lets a source that failed look like a clean record', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${partial}`, { cookie: person.cookie });
    await page.getByText(/Fuentes que no respondieron en la última carga: .*Deuda financiera/).waitFor();
    await page.getByRole('link', { name: /Finanzas Fuente con falla · SH50/ }).waitFor();
    await page.getByText('3 de 4 módulos').waitFor();
    await page.getByText('Faltan módulos: no equivale a un historial limpio.').waitFor();
    const debt = page.getByRole('region', { name: 'Deuda en el sistema financiero' });
    await debt.getByText('Esto no significa que no haya registros.').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('says what the plan leaves out, and what does not apply to a DNI', async () => {
    const [withheld, person8] = await Promise.all([
      browser.open(`/perfiles/RUC/${critical}`, { cookie: onPlanWithout.cookie }),
      browser.open(`/perfiles/DNI/${dni}`, { cookie: person.cookie }),
    ]);
    await withheld.page.getByRole('link', { name: /Compliance Fuera del plan · SH30/ }).waitFor();
    await withheld.page.getByRole('region', { name: 'Judicial' }).getByText('El plan contratado no incluye esta sección.').waitFor();
    await person8.page.getByRole('link', { name: /Legal No aplica · SH40/ }).waitFor();
    expect([withheld.troubles, person8.troubles]).toEqual([clean, clean]);
    await Promise.all([withheld, person8].map(({ page }) => page.context().close()));
  });

  it('keeps its view in the URL, and tells who has no such profile', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}?vista=cambios`, { cookie: person.cookie });
    await page.getByRole('tab', { name: 'Cambios', selected: true }).waitFor();
    await page.getByLabel('Sección').selectOption('finanzas');
    await page.waitForURL(/vista=cambios&seccion=finanzas/);
    await page.getByRole('tab', { name: 'Comparar' }).click();
    await page.getByText('Elija dos días').waitFor();
    await page.goto('/perfiles/RUC/20990000167');
    await page.getByText('Su corporación no tiene este perfil').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(views)('has no obstacle at $width px in $colours', async (view) => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}`, { ...view, cookie: person.cookie });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('prints on A4 with its document and without the navigation', async () => {
    const { page } = await browser.open(`/perfiles/RUC/${trader}`, { cookie: person.cookie });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Navegación' }).isVisible()).toBe(false);
    await page.getByText(/Vigía · impreso el \d\d\/\d\d\/\d{4}, \d\d:\d\d/).waitFor();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.context().close();
  });
});

const normal = (text: string) => text.replaceAll(/\s+/g, ' ');

interface Shown {
  path: string;
  /** Ways of writing it, one of which has to be on the page. */
  forms: string[];
}

/** What stands in the sections of a summary, with the ways in which a page may write it. */
function valuesOf(summary: SummaryV2): Shown[] {
  const contents = Object.fromEntries(sections.map((section) => [section, summary[section]]));
  return leaves(contents, '').flatMap(([path, value]) => {
    const forms = formsOf(path, value);
    return forms ? [{ path, forms: forms.map(normal) }] : [];
  });
}

function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
}

const soles = new Intl.NumberFormat('es-PE', { style: 'currency', currency: 'PEN' });
const plain = new Intl.NumberFormat('es-PE');
const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'set', 'oct', 'nov', 'dic'];
/** Shown by a word, a colour or a place of their own. */
const saidOtherwise = /semaforo|\.ventana$|\.valor$|\.tipo$|\.rol$|modulos_incluidos|\.nivel$|\.periodo$/;

function formsOf(path: string, value: unknown): string[] | undefined {
  if (value === null || typeof value === 'boolean' || saidOtherwise.test(path)) return undefined;
  if (typeof value === 'number') return [soles.format(value), plain.format(value), `${plain.format(Math.round(value * 10) / 10)}%`];
  if (typeof value !== 'string') throw new Error(`${path} is no value of a summary`);
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(value) ?? [];
  if (!year) return [value];
  return [...(day ? [`${day}/${month}/${year}`] : []), `${months[Number(month) - 1]} ${year}`];
}
