import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshRucs, type HeldLock, holdLock, livingSystem, type PanelClient, type System, waitUntil } from '@vigia/testing';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { newClient } from '../../src/clients/new-client.js';
import { describeBrowser } from './describe-browser.js';

const none = { console: [], policy: [] };
/** Data sets that no source answers from. */
const activities = { dataset: 'ciiu', title: 'Clasificación industrial internacional uniforme, revisión 4' };
const agents = { dataset: 'agentes_retencion', title: 'Agentes de retención del IGV' };
/** This release does not have it. */
const dropped = 'lista_de_antes';

describeBrowser('the page of data sets', () => {
  let system: System;
  let browser: TestBrowser;
  let operator: PanelClient;
  let folder: string;
  let lock: HeldLock | undefined;
  let [changed, gone, come]: string[] = [];

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    operator = await newPerson(system, 'operator');
    folder = mkdtempSync(join(tmpdir(), 'vigia-datos-'));
    // Services may run as another user.
    chmodSync(folder, 0o755);
    [changed, gone, come] = freshRucs(3);
    const client = await newClient(system);
    await Promise.all([changed, gone, come].map((ruc) => client.load(ruc!)));
    await bringInActivities('2026-11-20', ['0111,Cultivo de cereales', '0112,Cultivo de arroz', '0112,Cultivo de arroz otra vez']);
    await bringInActivities('2026-11-21', ['0111,Cultivo de cereales y legumbres', '0113,Cultivo de hortalizas']);
    await until(await bringInAgents('2026-11-20', [`${changed}|UNO S.A.C.|01/06/2015|R. 12|`, `${gone}|DOS S.A.C.|01/06/2015|R. 13|`]));
    browser = await TestBrowser.start(system.replicas('gateway')[0]!.url);
  });

  afterAll(async () => {
    await lock?.release();
    await system?.database.query(`DELETE FROM registry.version WHERE requested_by = 'historia'`);
    await system?.database.query(`UPDATE registry.version SET part = '' WHERE dataset = $1`, [activities.dataset]);
    await system?.database.query(`UPDATE registry.current SET part = '' WHERE dataset = $1`, [activities.dataset]);
    for (const table of ['switch', 'current', 'version'])
      await system?.database.query(`DELETE FROM registry.${table} WHERE dataset = $1`, [dropped]);
    await system?.database.query('DELETE FROM registry.dataset WHERE name = $1', [dropped]);
    for (const { dataset } of [activities, agents]) await operator?.call('DELETE', `/operator/datasets/${dataset}/pause`);
    await browser?.stop();
    await system?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  async function bringIn(dataset: string, name: string, content: string, publishedOn: string): Promise<number> {
    writeFileSync(join(folder, name), content);
    const asked = { dataset, actor: 'prueba', files: [join(folder, name)], publishedOn };
    return (await askOperator(system, (messages) => messages.request('datasets.import', asked, { timeoutMs }))).version.version;
  }
  async function until(version: number, state = 'current'): Promise<void> {
    const now = async () => (await operator.get(`/operator/dataset-versions/${version}`)).body.version.state as string;
    await waitUntil(async () => (await now()) === state, { what: `the version is ${state}` });
  }
  async function bringInActivities(day: string, lines: string[]): Promise<void> {
    await until(await bringIn(activities.dataset, `ciiu-${day}.csv`, `codigo,nombre\n${lines.join('\n')}\n`, day));
  }
  const bringInAgents = (day: string, lines: string[]) =>
    bringIn(agents.dataset, `AgenRet_TXT_${day}.txt`, `Ruc|Nombre/Razon|A partir del|Resolucion|\n${lines.join('\n')}\n`, day);

  const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
  const versions = (page: Page) => page.getByRole('table', { name: 'Versiones' });

  it('shows the progress of an import, and then its changes line by line', async () => {
    const { page, troubles } = await browser.open('/operador/datos', { cookie: operator.cookie });
    await row(page, new RegExp(`${agents.title}.*Al día.*20/11/2026`)).waitFor();
    // The import can read its file, and waits before it can attach its rows.
    lock = await holdLock(system.database, 'LOCK TABLE registry.mark IN SHARE UPDATE EXCLUSIVE MODE');
    const version = await bringInAgents('2026-11-21', [`${changed}|UNO S.A.C.|01/06/2015|R. 99|`, `${come}|TRES S.A.C.|02/11/2026|R. 14|`]);
    const underWay = row(page, new RegExp(`${agents.title}.*Importando`));
    await underWay.getByRole('status').getByText('Indexando · 100% · 2 líneas').waitFor();
    expect(await underWay.getByRole('progressbar', { name: 'Avance de la importación' }).getAttribute('aria-valuenow')).toBe('100');
    expect(await accessibilityFindings(page)).toEqual([]);
    await lock.release();
    await until(version);
    await row(page, new RegExp(`${agents.title}.*Al día.*21/11/2026`)).waitFor();

    await page.getByRole('link', { name: agents.title }).click();
    await versions(page)
      .getByRole('row', { name: /21\/11\/2026.*Vigente/ })
      .getByRole('button', { name: '+1 · −1 · 1 modificada' })
      .click();
    const changes = page.getByRole('table', { name: `Cambios de la versión ${version}` });
    await changes.getByRole('row', { name: `${changed} Modificado resolución: R. 12 → R. 99`, exact: true }).waitFor();
    await changes
      .getByRole('row', { name: new RegExp(`${gone} Ya no figura nombre: DOS S.A.C. ?desde: 01/06/2015 ?resolución: R. 13`) })
      .waitFor();
    await changes.getByRole('row', { name: new RegExp(`${come} Nuevo nombre: TRES S.A.C. ?desde: 02/11/2026`) }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('shows rejected lines and the reason of a refused or failed version, back to the oldest', async () => {
    await until(await bringIn(activities.dataset, 'ciiu-sin-codigos.csv', 'nombre\nCultivo de cereales\n', '2026-11-22'), 'refused');
    const { page, troubles } = await browser.open(`/operador/datos/${activities.dataset}`, { cookie: operator.cookie });
    await page.getByText('La última versión no pasó la revisión. Sigue vigente la publicada el 21/11/2026.').waitFor();
    await versions(page)
      .getByRole('row', { name: /Rechazada.*Las columnas no son las esperadas/ })
      .waitFor();
    await versions(page)
      .getByRole('row', { name: /20\/11\/2026.*Reemplazada/ })
      .getByRole('button', { name: '1', exact: true })
      .click();
    const rejects = page.getByRole('region', { name: /^Líneas rechazadas/ });
    await rejects.getByText('0112|Cultivo de arroz otra vez').waitFor();
    await rejects.getByLabel('Motivo').selectOption({ label: 'Repetida (1)' });
    await page.waitForURL(/motivo=repeated/);
    await rejects.getByRole('row', { name: /Repetida 0112\|Cultivo de arroz otra vez/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await system.database.query(
      `DELETE FROM registry.reject USING registry.version WHERE version.id = reject.version AND dataset = $1 AND state = 'superseded'`,
      [activities.dataset],
    );
    await page.reload();
    await rejects.getByText('Estas líneas ya no se conservan').waitFor();
    const rejectsOfOld = page.url();
    const shown = new URL(rejectsOfOld).searchParams.get('version')!;
    await rejects.getByLabel('Motivo').focus();
    await system.database.query(
      `INSERT INTO registry.version (dataset, state, requested_by, requested_at, ended_at, failure)
       SELECT $1, CASE nr WHEN 50 THEN 'failed' ELSE 'unchanged' END, 'historia', now(), now(), CASE nr WHEN 50 THEN 'connect ECONNREFUSED' END
       FROM generate_series(1, 50) AS nr ORDER BY nr`,
      [activities.dataset],
    );
    await versions(page).getByRole('row', { name: /Falló/ }).waitFor();
    expect(
      await versions(page)
        .getByText(new RegExp(`n\\.º ${shown}$`))
        .count(),
    ).toBe(0);
    expect(await rejects.locator(':focus').count()).toBe(1);
    await page.goto(`/operador/datos/${activities.dataset}`);
    await page.getByText('La última importación no terminó. Sigue vigente la publicada el 21/11/2026.').waitFor();
    await versions(page)
      .getByRole('row', { name: /Falló.*lo vigente no cambió/ })
      .waitFor();
    expect(
      await versions(page)
        .getByRole('row', { name: /Vigente/ })
        .count(),
    ).toBe(0);
    await page.getByRole('button', { name: 'Siguientes' }).press('Enter');
    await page.waitForURL(/antes=\d+/);
    await page.locator('h1:focus').waitFor();
    await versions(page)
      .getByRole('row', { name: /20\/11\/2026.*Reemplazada/ })
      .waitFor();
    await page.getByRole('button', { name: 'Desde el principio' }).click();
    await page.goto(rejectsOfOld);
    await rejects.getByLabel('Motivo').getByRole('option', { name: 'Repetida (1)' }).waitFor({ state: 'attached' });
    await versions(page).getByRole('row', { name: /Falló/ }).waitFor();
    await page.goto(`/operador/datos/${agents.dataset}?version=${shown}&ver=rechazos`);
    await page.getByText('Este padrón o lista no tiene esa versión').waitFor();
    expect(await rejects.count()).toBe(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/operador/datos/${agents.dataset}?version=primera`);
    await versions(page)
      .getByRole('row', { name: /Vigente/ })
      .waitFor();
    expect(asked.filter((path) => path.includes('dataset-versions'))).toEqual([]);
    await system.database.query(`DELETE FROM registry.version WHERE requested_by = 'historia'`);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('does not give the reason for one refused version to the import that a colleague has started meanwhile', async () => {
    const refuse = async (columns: string) =>
      until(await bringIn(activities.dataset, `ciiu-${columns}.csv`, `${columns}\nCultivo de cereales\n`, '2026-11-22'), 'refused');
    await refuse('actividad');
    const { page, troubles } = await browser.open('/operador/colas', { cookie: operator.cookie });
    // As if its publisher had an address.
    await page.route('**/panel/v1/operator/datasets', async (route) => {
      const response = await route.fetch();
      const { datasets, leftOver } = await response.json();
      const withAddress = (one: { dataset: string }) =>
        one.dataset === activities.dataset ? { ...one, address: 'https://www.inei.gob.pe/ciiu.csv' } : one;
      await route.fulfill({ response, json: { datasets: datasets.map(withAddress), leftOver } });
    });
    await page.goto(`/operador/datos/${activities.dataset}`);
    await page.getByRole('button', { name: `Acciones de ${activities.title}` }).click();
    await page.getByRole('menuitem', { name: 'Importar ahora' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo para aceptarla').fill('solo cambia el nombre de la columna');
    await refuse('descripcion');
    await dialog.getByText('Mientras tanto empezó otra importación').waitFor();
    expect(await dialog.getByLabel('Motivo para aceptarla').inputValue()).toBe('solo cambia el nombre de la columna');
    expect(await dialog.getByRole('button', { name: 'Importar ahora' }).isDisabled()).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('does not go back two versions when a colleague has gone back meanwhile', async () => {
    await until(await bringInAgents('2026-11-22', [`${changed}|UNO S.A.C.|01/06/2015|R. 100|`, `${come}|TRES S.A.C.|02/11/2026|R. 14|`]));
    const { page, troubles } = await browser.open(`/operador/datos/${agents.dataset}`, { cookie: operator.cookie });
    await row(page, /22\/11\/2026.*Vigente/).waitFor();
    await page.getByRole('button', { name: `Acciones de ${agents.title}` }).click();
    await page.getByRole('menuitem', { name: 'Volver a la anterior' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo').fill('la nueva vino incompleta');
    const body = { reason: 'vino incompleta' };
    expect((await operator.call('POST', `/operator/datasets/${agents.dataset}/rollback`, { body })).status).toBe(200);
    await dialog.getByText('Mientras tanto cambió lo que está vigente.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Volver a la anterior' }).isDisabled()).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    await operator.call('DELETE', `/operator/datasets/${agents.dataset}/pause`);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('rolls back to the previous version with a reason, which pauses downloads until they are resumed', async () => {
    const { page, troubles } = await browser.open(`/operador/datos/${agents.dataset}`, { cookie: operator.cookie });
    const actions = page.getByRole('button', { name: `Acciones de ${agents.title}` });
    const dialog = page.getByRole('dialog');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Volver a la anterior' }).click();
    expect(await dialog.getByRole('button', { name: 'Volver a la anterior' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('la nueva vino incompleta');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Volver a la anterior' }).click();
    await row(page, /20\/11\/2026.*Vigente/).waitFor();
    await page.getByText(/Las descargas están en pausa desde el .*la nueva vino incompleta/).waitFor();
    const [entry] = (await operator.get('/operator/audit?action=dataset.rollback')).body.entries;
    expect(entry).toMatchObject({ subject: agents.dataset, outcome: 'done', detail: { reason: 'la nueva vino incompleta' } });

    await actions.click();
    await page.getByRole('menuitem', { name: 'Reanudar' }).click();
    await dialog.getByRole('button', { name: 'Reanudar' }).click();
    await page.getByText('Las descargas están en pausa').waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  /** What the page reads of data sets or of their versions stays as it is now, until the returned function is called. */
  async function keep(page: Page, path: string): Promise<() => Promise<void>> {
    const json = (await operator.get(path)).body;
    const address = `**/panel/v1${path}`;
    await page.route(`${address}*`, (route) => route.fulfill({ json }));
    return () => page.unroute(`${address}*`);
  }
  const nowOf = async (dataset: string) => {
    const { datasets } = (await operator.get('/operator/datasets')).body;
    const { current, pause } = datasets.find((one: { dataset: string }) => one.dataset === dataset);
    return { version: current.version as number, pause: pause as { since: string; reason: string } | null };
  };

  it('withdraws no version but the one that it shows, and says what is in force by now', async () => {
    await until(await bringInAgents('2026-11-24', [`${changed}|UNO S.A.C.|01/06/2015|R. 101|`, `${come}|TRES S.A.C.|02/11/2026|R. 14|`]));
    const { version: seen } = await nowOf(agents.dataset);
    const { page, troubles } = await browser.open('/operador/colas', { cookie: operator.cookie });
    await keep(page, '/operator/datasets');
    await page.goto(`/operador/datos/${agents.dataset}`);
    await page.getByRole('button', { name: `Acciones de ${agents.title}` }).click();
    await page.getByRole('menuitem', { name: 'Volver a la anterior' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo').fill('la nueva vino incompleta');
    const body = { reason: 'vino incompleta', version: seen };
    expect((await operator.call('POST', `/operator/datasets/${agents.dataset}/rollback`, { body })).status).toBe(200);
    const { version: inForce } = await nowOf(agents.dataset);
    await dialog.getByRole('button', { name: 'Volver a la anterior' }).click();
    await dialog.getByText(`Mientras tanto entró en vigencia otra versión (n.º ${inForce}). Esta vez no se hizo nada`).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect((await nowOf(agents.dataset)).version).toBe(inForce);
    const [entry] = (await operator.get('/operator/audit?action=dataset.rollback')).body.entries;
    const detail = { reason: 'la nueva vino incompleta', version: seen };
    expect(entry).toMatchObject({ subject: agents.dataset, outcome: 'refused', reason: 'dataset_changed', detail });
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('ends no pause but the one that it shows', async () => {
    const { pause: seen } = await nowOf(agents.dataset);
    const { page, troubles } = await browser.open('/operador/colas', { cookie: operator.cookie, language: 'en' });
    const letGo = await keep(page, '/operator/datasets');
    await page.goto(`/operador/datos/${agents.dataset}`);
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await page.getByRole('button', { name: `Actions on ${agents.title}` }).click();
      await page.getByRole('menuitem', { name: 'Resume' }).click();
    };
    await open();
    const place = `/operator/datasets/${agents.dataset}/pause`;
    expect((await operator.call('PUT', place, { body: { reason: 'otra carga falló' } })).status).toBe(200);
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByText(/^Meanwhile the downloads were paused again, .* check the reason/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const replaced = { reason: 'otra carga falló', since: seen!.since };
    expect((await nowOf(agents.dataset)).pause).toEqual(replaced);
    await letGo();
    await page.keyboard.press('Escape');
    await page.getByText(/paused .*otra carga falló/).waitFor();
    await open();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await nowOf(agents.dataset)).pause).toBeNull();
    const [entry] = (await operator.get('/operator/audit?action=dataset.resume')).body.entries;
    const detail = { pausedSince: replaced.since, pauseReason: replaced.reason };
    expect(entry).toMatchObject({ subject: agents.dataset, outcome: 'done', detail });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('rolls back one month, where a data set has a version for each month', async () => {
    // As the importer would leave a register of which months are in force.
    for (const table of ['version', 'current'])
      await system.database.query(`UPDATE registry.${table} SET part = '2026-11-01' WHERE dataset = $1`, [activities.dataset]);
    const { page, troubles } = await browser.open(`/operador/datos/${activities.dataset}`, { cookie: operator.cookie });
    await page.getByRole('button', { name: `Acciones de ${activities.title}` }).click();
    expect(await page.getByRole('menuitem', { name: 'Importar ahora' }).isDisabled()).toBe(true);
    expect(await page.getByRole('menuitem', { name: /^Volver a la anterior.*por periodo/ }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog');
    const ask = async () => {
      await page.getByRole('button', { name: 'Volver a la versión anterior de nov 2026' }).click();
      await dialog.getByText(/los demás periodos no cambian/).waitFor();
      await dialog.getByLabel('Motivo').fill('el mes vino incompleto');
    };
    const confirm = () => dialog.getByRole('button', { name: 'Volver a la anterior' }).click();
    const { version } = await nowOf(activities.dataset);
    const latest = async () => (await operator.get('/operator/audit?action=dataset.rollback')).body.entries[0];

    const letGo = await keep(page, `/operator/datasets/${activities.dataset}/versions`);
    await ask();
    const body = { reason: 'vino incompleto', part: '2026-11-01', version };
    expect((await operator.call('POST', `/operator/datasets/${activities.dataset}/rollback`, { body })).status).toBe(200);
    // The list is read again once the rollback is refused.
    await page.route(`**/panel/v1/operator/datasets/${activities.dataset}/rollback`, async (route) => {
      await letGo();
      await route.continue();
    });
    await confirm();
    await row(page, /nov 2026 · 21\/11\/2026.*Reemplazada/).waitFor({ state: 'attached' });
    await dialog.getByText(/^Mientras tanto entró en vigencia otra versión/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await latest()).toMatchObject({ subject: activities.dataset, reason: 'dataset_changed', detail: { version } });
    await page.keyboard.press('Escape');
    await page.locator('h1:focus').waitFor();
    await system.database.query(
      `WITH back AS (UPDATE registry.current SET version = $2 WHERE dataset = $1)
       UPDATE registry.version SET state = CASE id WHEN $2 THEN 'current' ELSE 'superseded' END
       WHERE dataset = $1 AND state IN ('current', 'superseded')`,
      [activities.dataset, version],
    );
    await ask();
    expect(await accessibilityFindings(page)).toEqual([]);
    await confirm();
    await row(page, /nov 2026 · 20\/11\/2026.*Vigente/).waitFor();
    expect(await latest()).toMatchObject({ subject: activities.dataset, outcome: 'done', detail: { part: '2026-11-01', version } });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('names what only an earlier release had, on the start page too, and retires it with a reason', async () => {
    await system.database.query(
      `WITH dropped AS (
         INSERT INTO registry.dataset (name, kind, title, publisher, licence, cadence) VALUES ($1, 'facts', 'x', 'x', 'x', 'by_hand') RETURNING name
       ), made AS (
         INSERT INTO registry.version (dataset, state, requested_by, ended_at, label)
         SELECT name, 'current', 'prueba', now(), name FROM dropped RETURNING id, dataset)
       INSERT INTO registry.current (dataset, version) SELECT dataset, id FROM made`,
      [dropped],
    );
    const { page, troubles } = await browser.open('/', { cookie: operator.cookie });
    const data = page.getByRole('region', { name: 'Datos' });
    await data.getByText('Ya no incluido').waitFor();
    await data.getByRole('link', { name: dropped }).click();
    const told = page.getByRole('alert', { name: /esta versión de Vigía ya no los incluye/ });
    await told.getByText(dropped, { exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await told.getByRole('button', { name: `Retirar ${dropped}` }).click();
    const dialog = page.getByRole('dialog', { name: `Retirar ${dropped}` });
    await dialog.getByText(/esta versión de Vigía no puede importarlas de nuevo/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Retirar' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('ya no se publica');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await told.waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
    const [entry] = (await operator.get('/operator/audit?action=dataset.retire')).body.entries;
    expect(entry).toMatchObject({ subject: dropped, outcome: 'done', detail: { reason: 'ya no se publica' } });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('retires lists and no other data set, and only one that is in force', async () => {
    const { page, troubles } = await browser.open('/operador/datos', { cookie: operator.cookie });
    const retire = page.getByRole('menuitem', { name: 'Retirar' });
    const open = async (title: string) => {
      await page.getByRole('button', { name: `Acciones de ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Pausar' }).waitFor();
    };
    await open(agents.title);
    expect(await retire.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await open('Reino Unido: lista de sanciones');
    expect(await retire.isDisabled()).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('prepares the next file of taxpayers, says where it goes, and says when no RUC is left', async () => {
    await system.database.query('DELETE FROM registry.inquiry');
    const { page, troubles } = await browser.open('/operador/datos', { cookie: operator.cookie });
    const dialog = page.getByRole('dialog');
    const begin = async () => {
      await page.getByRole('button', { name: 'Acciones de Consulta múltiple del RUC' }).click();
      await page.getByRole('menuitem', { name: 'Preparar los próximos 100 RUC' }).click();
    };
    await begin();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Preparar archivo' }).press('Enter');
    await page.locator('[role=dialog]:focus').waitFor();
    await dialog.getByText(/^ruc-\S+-1\.zip está listo, con \d+ RUC\. /).waitFor();
    expect(await dialog.getByRole('link', { name: 'consulta múltiple de SUNAT' }).getAttribute('href')).toMatch(
      /^https:\/\/e-consultaruc\.sunat/,
    );
    await dialog.getByText(/en la carpeta inbox\/consulta_multiple del importador\.$/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // These taxpayers are in no other file for a week.
    await page.keyboard.press('Escape');
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Descargar' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^ruc-\d{4}-\d\d-\d\d-1\.zip$/);
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^PK[^]*\.txt(?:\d{11}\r\n)+PK/);
    const [entry] = (await operator.get('/operator/audit?action=dataset.inquiry')).body.entries;
    expect(entry).toMatchObject({ subject: 'consulta_multiple', outcome: 'done' });

    expect(troubles).toEqual(none);
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');
    await page.locator('button:focus[aria-label="Acciones de Consulta múltiple del RUC"]').waitFor();
    await system.database.query(
      `INSERT INTO registry.inquiry (ruc, asked_at) SELECT tax_id, now() FROM profiles.profile WHERE doc_type = 'RUC' ON CONFLICT DO NOTHING`,
    );
    await begin();
    await dialog.getByRole('button', { name: 'Preparar archivo' }).click();
    await dialog.getByText(/^No queda ningún RUC por consultar/).waitFor();
    await page.context().close();
  });

  it('says on a phone who publishes a data set, and who asked for a version', async () => {
    const { page, troubles } = await browser.open('/operador/datos', { width: 390, cookie: operator.cookie });
    await page.getByRole('listitem').filter({ hasText: agents.title }).getByText('SUNAT · cada día').waitFor();
    await page.goto(`/operador/datos/${agents.dataset}`);
    await page
      .getByRole('listitem')
      .filter({ hasText: '20/11/2026' })
      .getByText(/ · [0-9a-f]{8} · por prueba/)
      .waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it.each(bothWidths)('is accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/operador/datos', { ...view, cookie: operator.cookie });
    const heads = { '/operador/datos': 'Datos', [`/operador/datos/${activities.dataset}`]: activities.title };
    for (const [path, name] of Object.entries(heads)) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page
        .locator('main')
        .getByText(/Al día|Vigente/)
        .first()
        .waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
