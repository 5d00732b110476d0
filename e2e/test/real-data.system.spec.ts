import { execFile, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@vigia/local-servers';
import { ApiClient, PanelClient, waitUntil } from '@vigia/testing';
import { accessibilityFindings } from '../src/browser/accessibility.js';
import { TestBrowser } from '../src/browser/browser.js';
import { shellBlocks } from '../src/readme/pasted-page.js';
import { launchProduct, repository, stopProduct, untilRunning } from '../src/standalone/running-product.js';
import { describeBrowser } from './dashboard/describe-browser.js';

const ruc = '20991000012';
const name = 'COMERCIALIZADORA ÑANDÚ DEL SUR S.A.C.';
const none = { console: [], policy: [] };
const link = 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list';

const padron = `RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|
${ruc}|${name}|ACTIVO|HABIDO|150101|AV.|LAS FLORES|-|-|123|-|-|-|-|-|
10999900017|QUISPE PERSONA DE MUESTRA|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-|
`;
const listed = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-20T00:00:09.554Z"><INDIVIDUALS/><ENTITIES><ENTITY>
  <DATAID>900010</DATAID><FIRST_NAME>Comercializadora Nandu del Sur</FIRST_NAME><UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE>
  <REFERENCE_NUMBER>QDe.999</REFERENCE_NUMBER><COMMENTS1>Invented.</COMMENTS1>
</ENTITY></ENTITIES></CONSOLIDATED_LIST>`;

describeBrowser('a fresh installation with real registers and lists, as the README describes it', () => {
  let folder: string;
  let product: ChildProcess | undefined;
  let browser: TestBrowser;
  let printed: string;
  let client: ApiClient;
  let analyst: PanelClient;
  let operator: PanelClient;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-real-data-'));
    const home = join(folder, '.vigia');
    write('data/padron_reducido/padron_reducido_ruc.txt', Buffer.from(padron, 'latin1'));
    write('data/un/consolidated.xml', listed);
    chmodSync(folder, 0o755);
    const launched = launchProduct(home, await freePort());
    product = launched.child;
    const { baseUrl, corporations, operator: demoOperator } = await untilRunning(home, launched);
    const [, fromFolder] = shellBlocks(readFileSync(join(repository, 'README.md'), 'utf8'), 'Real registers and lists');
    const pasted = fromFolder!.replace('/media/data', join(folder, 'data'));
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', pasted], {
      cwd: repository,
      env: { PATH: process.env.PATH, VIGIA_HOME: home },
      timeout: 180_000,
    });
    printed = stdout;
    client = new ApiClient(baseUrl, corporations.mensual);
    analyst = new PanelClient(baseUrl);
    await analyst.signIn(corporations.mensual.analyst);
    operator = new PanelClient(baseUrl);
    await operator.signIn(demoOperator);
    browser = await TestBrowser.start(baseUrl);
  }, 600_000);

  afterAll(async () => {
    await browser?.stop();
    if (product) await stopProduct(product);
    rmSync(folder, { recursive: true, force: true });
  });

  function write(path: string, content: string | Buffer): void {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }

  it('imports the files of the folder, and reports each', () => {
    expect(printed).toMatch(/padron_reducido [-\d]{10} \w+ is in force: 1 row of 3 lines, 0 rejected; 1 added/);
    expect(printed).toMatch(/un 2026-11-20 \w+ is in force: 1 row of 1 line, 0 rejected; 1 added/);
  });

  it('loads a company of the padrón, and every section names its origin', async () => {
    expect((await client.load(ruc)).status).toBe(200);
    const { data } = (await client.summary(ruc)).body;
    expect(data).toMatchObject({
      estado: 'succeeded',
      identificacion: { data: { razon_social: name, condicion_contribuyente: 'HABIDO' } },
    });
    const { sections } = (await analyst.get(`/profiles/RUC/${ruc}/basis`)).body;
    const basisOf = (section: string) => sections.find((one: { section: string }) => one.section === section);
    expect(basisOf('identificacion').sources[0].version).toMatch(/^padron_reducido \d{4}-\d\d-\d\d [0-9a-f]{8}$/);
    expect(basisOf('identificacion').sources[0]).not.toHaveProperty('simulated');
    expect(basisOf('finanzas').sources).toEqual(expect.arrayContaining([expect.objectContaining({ simulated: true })]));
    expect(basisOf('alerta_compliance').screening.hits).toEqual([
      expect.objectContaining({ list: 'un', entityId: '900010', link, isBinding: true, askedName: name }),
    ]);
    // A company that the padrón lacks is unknown, and the padrón has no person at all.
    expect((await client.load('20991000021')).status).not.toBe(200);
  });

  it('shows the day of the padrón, the mark of the simulator, and the hit word by word', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${ruc}`, { cookie: analyst.cookie });
    await page
      .getByRole('note')
      .getByText(/un simulador inventa lo que responden \d+ de 17 fuentes/)
      .waitFor();
    const identification = page.getByRole('region', { name: 'Identificación' });
    await identification.getByText(/^según padrón reducido del \d\d\/\d\d\/\d{4}$/).waitFor();
    expect(await identification.getByText('Dato inventado por el simulador').count()).toBe(0);
    const debt = page.getByRole('region', { name: 'Deuda en el sistema financiero' });
    await debt.getByText('Dato inventado por el simulador').first().waitFor();
    await page.getByRole('region', { name: 'Exposición total' }).getByText('Incluye datos inventados por el simulador').waitFor();
    const hit = page.getByRole('region', { name: 'Compliance' }).getByRole('article');
    await hit.getByText(/Naciones Unidas \(versión 20\/11\/2026, [0-9a-f]{8}\)/).waitFor();
    await hit.getByText('De aplicación obligatoria en el Perú').waitFor();
    await identification.getByText('No consultadas').waitFor();
    expect((await hit.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /Registro 900010 de la lista.*Perfil .*nandu.* Lista .*nandu.* Relación igual/,
    );
    expect(await hit.getByRole('link', { name: 'Ver en la lista' }).getAttribute('href')).toBe(link);
    await page.goto(`/perfiles/RUC/${ruc}?vista=expediente`);
    await page.emulateMedia({ media: 'print' });
    const bases = page.getByRole('region', { name: 'Sustento por sección' });
    await bases.getByRole('row', { name: /^Identificación .*según padrón reducido del \d\d\/\d\d\/\d{4}/ }).waitFor();
    await bases.getByRole('row', { name: /^Finanzas .*Dato inventado por el simulador/ }).waitFor();
    await bases.getByRole('row', { name: /^Compliance .*según Naciones Unidas del 20\/11\/2026/ }).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('has an accessible page on a telephone', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${ruc}`, { width: 390, cookie: analyst.cookie });
    await page.getByText(/^según padrón reducido/).waitFor();
    expect(await accessibilityFindings(page, { byNight: true })).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('retires the list on the page of data sets, and the hit closes', async () => {
    const { page, troubles } = await browser.open('/operador/datos/un', { cookie: operator.cookie });
    await page.getByRole('row', { name: /20\/11\/2026.*Vigente/ }).waitFor();
    const actions = page.getByRole('button', { name: 'Acciones de Naciones Unidas: lista consolidada del Consejo de Seguridad' });
    const dialog = page.getByRole('dialog');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Retirar' }).click();
    await dialog.getByText(/las coincidencias con ella se cierran/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Retirar' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('ya no se publica');
    expect(await accessibilityFindings(page, { byNight: true })).toEqual([]);
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await page
      .getByText(/^No hay ninguna versión vigente, y las descargas están en pausa desde el .*: se retiró \(ya no se publica\)$/)
      .waitFor();
    await page.getByText('Retirada', { exact: true }).waitFor();
    await page.getByRole('row', { name: /20\/11\/2026.*Depurada/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const hits = async () => {
      const { sections } = (await analyst.get(`/profiles/RUC/${ruc}/basis`)).body;
      return sections.find(({ section }: { section: string }) => section === 'alerta_compliance').screening.hits as unknown[];
    };
    await waitUntil(async () => (await hits()).length === 0, { what: 'the hit is closed' });
    const [{ version }] = (await operator.get('/operator/datasets/un/versions')).body.versions;
    const changes = async () => (await operator.get(`/operator/dataset-versions/${version}/changes`)).body.changes as unknown[];
    await waitUntil(async () => (await changes()).length === 0, { what: 'the changes are deleted' });
    await page.getByRole('button', { name: /^\+1 · −0/ }).click();
    await page.getByText('No hay cambios para mostrar: los datos de la versión se depuraron').waitFor();
    await actions.click();
    expect(await page.getByRole('menuitem', { name: 'Retirar' }).isDisabled()).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
