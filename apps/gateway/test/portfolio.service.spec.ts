import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { portfolioSorts, type PortfolioEntry, type PortfolioSort, type SummaryV2 } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { holdLock, type PanelClient } from '@vigia/testing';
import { WholeReads } from '../src/limits/whole-reads.js';
import { PortfolioReader } from '../src/portfolio/portfolio-reader.js';
import { openPanel, type Panel } from './panel/open-panel.js';
import { bearer, readSummary } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';
import { StoredProfiles } from './running/stored-profiles.js';

const rows = 1_200;
const pages = 6;
const perPage = 70;

/** Many equal keys, so that pages must also separate rows that no key separates. The pages that are read have several keys in every order. */
const fill = `
  INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, standing, mode, expires_at, withheld, estado, failed_sources,
    name, search, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
    light_rank, light_code, light, compliance, compliance_code, hits, debt_code, rating, exposure_cents, concursal, loaded_at, changed_at)
  SELECT $1, (20100000000 + n * 7)::text, 'RUC', CASE WHEN n % 50 = 0 THEN 'expired' WHEN n % 50 = 1 THEN 'ended' ELSE 'active' END,
    CASE WHEN n % 10 < 2 THEN 'query' ELSE 'monitoring' END, CASE n % 3 WHEN 0 THEN 'infinity' ELSE now() + n % 400 * interval '1 day' + interval '1 hour' END, '{}',
    CASE WHEN n % 20 = 0 THEN 'partial' ELSE 'succeeded' END, CASE WHEN n % 20 = 0 THEN 2 ELSE 0 END,
    CASE WHEN n % 50 = 1 THEN '' ELSE 'EMPRESA ' || (940 + n % 50) || ' ÑANDÚ' END, CASE WHEN n % 50 = 1 THEN '' ELSE 'empresa ' || (940 + n % 50) || ' nandu' END,
    'SH10', 'ACTIVO', CASE n % 30 WHEN 0 THEN 'NO HABIDO' ELSE 'HABIDO' END,
    n % 6, 'SH10', n % 90, 100 - n % 2 * 10, 4, n % 5, 'SH10', 4, n % 4, 'SH10', 0, 'SH10', n % 6, n * 100, false,
    CASE n % 9 WHEN 0 THEN '-infinity' ELSE now() - n % 100 * interval '1 minute' END, now() - n % 200 * interval '1 minute'
  FROM generate_series(1, $2::int) AS n`;

describe('a portfolio', () => {
  let panel: Panel;
  let corporationId: string;
  let page: PanelClient;
  let account: Awaited<ReturnType<Panel['gateways']['operator']['createAccount']>>;

  beforeAll(async () => {
    panel = await openPanel();
    account = await panel.gateways.operator.createAccount();
    corporationId = account.corporationId;
    ({ page } = await panel.newPage(corporationId, 'analyst'));
    // Another corporation has the same profiles.
    for (const owner of [corporationId, await panel.newCorporation()]) await panel.gateways.database.query(fill, [owner, rows]);
  });

  afterAll(() => panel?.stop());

  const list = async (query = '', by = page): Promise<{ entries: PortfolioEntry[]; older: string | null; newer: string | null }> => {
    const { status, body } = await by.get(`/portfolio${query}`);
    expect(status).toBe(200);
    return body;
  };
  const total = async (query = '') => (await page.get(`/portfolio/counts${query}`)).body.total as number;

  it.each([
    ['q=201000000', (one: PortfolioEntry) => one.taxId.startsWith('201000000')],
    ['q=empresa%20ñandu%209%207%2097%206%20976', (one: PortfolioEntry) => one.name === 'EMPRESA 976 ÑANDÚ'],
    ['q=ñandu%20EMPRESA%20976', (one: PortfolioEntry) => one.name === 'EMPRESA 976 ÑANDÚ'],
    ['alert=4,5', (one: PortfolioEntry) => one.alert.level >= 4],
    ['compliance=3&mode=monitoring', (one: PortfolioEntry) => one.compliance.level === 3 && one.mode === 'monitoring'],
    ['light=0', (one: PortfolioEntry) => one.light.level === 0],
    ['rating=5', (one: PortfolioEntry) => one.debt.rating === 5],
    ['standing=expired', (one: PortfolioEntry) => one.standing === 'expired'],
    ['estado=partial', (one: PortfolioEntry) => one.estado === 'partial' && one.failedSources === 2],
    ['condition=NO%20HABIDO', (one: PortfolioEntry) => one.taxpayer.condition === 'NO HABIDO'],
    ['expiresBefore=2100-01-01', (one: PortfolioEntry) => one.expiresAt !== null],
    ['expiresFrom=2100-01-01', (one: PortfolioEntry) => one.expiresAt === null],
    ['changedSince=2000-01-01', () => true],
    ['taxIds=20100000014,20100000021,20999999999', (one: PortfolioEntry) => ['20100000014', '20100000021'].includes(one.taxId)],
  ])('is filtered by %s, with the same count', async (query, fits) => {
    const { entries, older } = await list(`?${query}&limit=100`);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((one) => !fits(one))).toEqual([]);
    const counted = await total(`?${query}`);
    expect(counted).toBeLessThan(rows);
    expect(older === null ? counted === entries.length : counted > 100).toBe(true);
  });

  it('finds a document number in upper or lower case, however it was loaded', async () => {
    const { corporationId: owner } = await panel.gateways.operator.createAccount();
    const { page: reader } = await panel.newPage(owner, 'analyst');
    await panel.gateways.database.query(fill, [owner, 3]);
    const letters = `UPDATE profiles.portfolio_entry SET doc_type = 'CE', tax_id = $3 WHERE corporation_id = $1 AND tax_id = $2`;
    await panel.gateways.database.query(letters, [owner, '20100000007', 'sim000001']);
    await panel.gateways.database.query(letters, [owner, '20100000014', 'SIM000002']);
    const found = async (query: string) =>
      (await list(`?standing=active,expired,ended&sort=taxId&${query}`, reader)).entries.map(({ taxId }) => taxId).sort();
    for (const q of ['sim00000', 'SIM00000', 'Sim 000-00']) expect([q, await found(`q=${q}`)]).toEqual([q, ['SIM000002', 'sim000001']]);
    for (const q of ['sim000001', 'SIM000001']) expect([q, await found(`q=${q}`)]).toEqual([q, ['sim000001']]);
    for (const q of ['sim0', 'SIM0000']) expect([q, await found(`q=${q}`)]).toEqual([q, ['SIM000002', 'sim000001']]);
    expect(await found('q=CE%20SIM000002')).toEqual(['SIM000002']);
    expect(await found('q=201000')).toEqual(['20100000021']);
    expect(await found('q=RUC%2020100000021')).toEqual(['20100000021']);
    const named = `UPDATE profiles.portfolio_entry SET name = $3, search = profiles.portfolio_words($3) WHERE corporation_id = $1 AND tax_id = $2`;
    await panel.gateways.database.query(named, [owner, '20100000021', '365 Soluciones SIM']);
    expect(await found('q=365')).toEqual(['20100000021']);
    // Without a digit it is first of all a name, and an ended query has none.
    expect(await found('q=SIM')).toEqual(['20100000021', 'SIM000002']);
    expect(await found('taxIds=sim000001,20100000021')).toEqual(['20100000021', 'sim000001']);
  });

  it('does not find an ended query by a word of its name', async () => {
    const { corporationId: owner } = await panel.gateways.operator.createAccount();
    const { page: reader } = await panel.newPage(owner, 'analyst');
    await panel.gateways.database.query(fill, [owner, 1]);
    const ended = `UPDATE profiles.portfolio_entry SET name = '365', search = '365', mode = 'query', standing = 'active', expires_at = $2
       WHERE corporation_id = $1`;
    const found = async () => (await list('?standing=active,expired,ended&q=365', reader)).entries.length;
    await panel.gateways.database.query(ended, [owner, '2099-01-01']);
    expect(await found()).toBe(1);
    await panel.gateways.database.query(ended, [owner, '2020-01-01']);
    expect(await found()).toBe(0);
  });

  it('finds nothing for unknown words, and shows only the number of an ended profile', async () => {
    expect(await list('?q=nadie%20se%20llama')).toMatchObject({ entries: [], older: null, newer: null });
    expect((await list('?q=empresa%20ñandu%209%207%2097%206%20977')).entries).toEqual([]);
    const { entries } = await list('?standing=ended&sort=taxId');
    expect(entries[0]).toMatchObject({ standing: 'ended', name: null, alert: { code: null, level: 0 }, debt: { exposureCents: null } });
    expect(await total('?standing=ended&alert=1')).toBe(0);
  });

  const keyOf: Record<PortfolioSort, (entry: PortfolioEntry) => string | number> = {
    name: ({ name }) => name ?? '',
    alert: ({ alert: { level, points, max } }) => level + points! / max! / 2,
    expires: ({ expiresAt }) => expiresAt ?? '9',
    changed: ({ changedAt }) => changedAt,
    taxId: ({ taxId }) => taxId,
    loaded: ({ loadedAt }) => loadedAt ?? '',
    compliance: ({ compliance }) => compliance.level,
    light: ({ light }) => light.level,
    exposure: ({ debt }) => debt.exposureCents ?? -1,
  };

  it.each(portfolioSorts.flatMap((sort) => [{ sort }, { sort: `-${sort}` }]))(
    'sorted by $sort is read six pages forward and back without gaps or repeats while rows change',
    async ({ sort }) => {
      const isDown = sort.startsWith('-');
      const key = keyOf[(isDown ? sort.slice(1) : sort) as PortfolioSort];
      const query = `?sort=${sort}&limit=${perPage}&standing=active`;
      const forth: string[] = [];
      const keys: (string | number)[] = [];
      let at = await list(query);
      const first = at.entries.map(({ taxId }) => taxId);
      for (let turn = 1; turn <= pages; turn += 1) {
        forth.push(...at.entries.map(({ taxId }) => taxId));
        keys.push(...at.entries.map(key));
        // A row of every page is loaded again, which must not move any row.
        await panel.gateways.database.query(
          'UPDATE profiles.portfolio_entry SET estado = estado, partial_since = now() WHERE tax_id = $1',
          [at.entries[7]!.taxId],
        );
        if (turn < pages) at = await list(`${query}&before=${at.older}`);
      }
      expect(new Set(forth).size).toBe(pages * perPage);
      expect(new Set(keys).size).toBeGreaterThan(1);
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (isDown ? -1 : 1)));
      const back = at.entries.map(({ taxId }) => taxId);
      while (at.newer !== null && back.length < forth.length) {
        at = await list(`${query}&after=${at.newer}`);
        back.unshift(...at.entries.map(({ taxId }) => taxId));
      }
      expect(back).toEqual(forth);
      expect(at.newer).toBeNull();
      expect(at.entries.map(({ taxId }) => taxId)).toEqual(first);
    },
  );

  it('refuses a cursor of no page of its order, an unknown order and an unknown alert level', async () => {
    for (const query of [
      '?after=abc',
      `?sort=changed&after=${Buffer.from('["x","1","RUC","changed"]').toString('base64url')}`,
      `?sort=alert&after=${Buffer.from('["5","1","RUC","alert"]').toString('base64url')}`,
      '?sort=size',
      '?alert=9',
    ])
      expect((await page.get(`/portfolio${query}`)).status).toBe(400);
  });

  const rename = (owner: string, name: string, ...values: unknown[]) =>
    panel.gateways.database.query(
      `UPDATE profiles.portfolio_entry SET name = coalesce(named, ''), search = profiles.portfolio_words(coalesce(named, ''))
       FROM (SELECT tax_id AS number, ${name} AS named FROM profiles.portfolio_entry WHERE corporation_id = $1) AS given
       WHERE corporation_id = $1 AND tax_id = number`,
      [owner, ...values],
    );

  it('sorts names by their words, whatever their capitals, accents and signs', async () => {
    const owner = await panel.newCorporation();
    await panel.gateways.database.query(fill, [owner, 8]);
    const names = ['Zúñiga', 'ÁNGEL SAC', 'Ñusta', 'angela', 'O. SOL', 'BLANCA', '"ÁNGEL" EIRL'];
    // The first row is a query that has ended.
    await rename(owner, '($2::text[])[(tax_id::bigint - 20100000000) / 7 - 1]', names);
    const { page: reader } = await panel.newPage(owner, 'analyst');
    const inOrder = ['"ÁNGEL" EIRL', 'ÁNGEL SAC', 'angela', 'BLANCA', 'Ñusta', 'O. SOL', 'Zúñiga'];
    const first = await list('?sort=name&limit=3&standing=active', reader);
    const rest = await list(`?sort=name&standing=active&before=${first.older}`, reader);
    expect([...first.entries, ...rest.entries].map(({ name }) => name)).toEqual(inOrder);
    const down = await list('?sort=-name&standing=active', reader);
    expect(down.entries.map(({ name }) => name)).toEqual(inOrder.toReversed());
  });

  it.each(['Ñ', '\u{1f642}'])('continues after the longest stored name, made of %s', async (letter) => {
    const owner = await panel.gateways.operator.createAccount();
    const { page: reader } = await panel.newPage(owner.corporationId, 'analyst');
    await panel.gateways.database.query(fill, [owner.corporationId, 10]);
    await rename(owner.corporationId, '$2', letter.repeat(300));
    const first = await list('?sort=name&limit=4', reader);
    const second = await list(`?sort=name&limit=4&before=${first.older}`, reader);
    expect((await list(`?sort=name&limit=4&after=${second.newer}`, reader)).entries).toEqual(first.entries);
    const headers = bearer(await obtainToken(panel.url, owner));
    const read = async (query: string) =>
      JSON.parse((await exchange(panel.url, { path: `/v2/portafolio?orden=nombre&limit=4${query}`, headers })).text);
    const { siguiente } = (await read('')).data;
    expect((await read(`&cursor=${siguiente}`)).data.perfiles.map(({ taxId }: PortfolioEntry) => taxId)).toEqual(
      second.entries.map(({ taxId }) => taxId),
    );
  });

  it('is exported as a CSV file with the rows of the list', async () => {
    const { body, headers } = await page.get('/portfolio.csv?alert=4&estado=partial');
    const text = body as string;
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = text.trimEnd().split('\r\n');
    // The byte order mark is not part of the text.
    expect(text).toMatch(/^documento,razon_social,/);
    expect(lines).toHaveLength(1 + (await total('?alert=4&estado=partial')));
    expect(lines[1]).toMatch(/^RUC 201\d+,EMPRESA \d+ ÑANDÚ,(Activo|Vencido),/);
  });

  it.each(['-alert', 'alert'] as const)('is read for a file with every profile once while rows move in the order %s', async (order) => {
    const owner = await panel.newCorporation();
    await panel.gateways.database.query(fill, [owner, rows]);
    const database = await openDatabase({ url: panel.gateways.database.url, service: 'gateway', poolSize: 1 });
    try {
      const all = (await database.rows<{ taxId: string }>('SELECT tax_id FROM profiles.listed_profile WHERE corporation_id = $1', [owner]))
        .map(({ taxId }) => taxId)
        .toSorted();
      const standing = 'active,expired,ended';
      const pagesOfFile = await new PortfolioReader(database, new WholeReads()).all(owner, { standing }, order);
      const read = (await pagesOfFile.next()).value.map(({ taxId }: PortfolioEntry) => taxId) as string[];
      const unread = all.filter((taxId) => !read.includes(taxId));
      expect(unread.length).toBeGreaterThan(1);
      // Each moves to the other end of the order.
      await panel.gateways.database.query(
        'UPDATE profiles.portfolio_entry SET standing = $4, alert = CASE tax_id WHEN $2 THEN 0 ELSE 5 END WHERE corporation_id = $1 AND tax_id IN ($2, $3)',
        order === '-alert' ? [owner, read[0], unread[0], 'active'] : [owner, unread[0], read[0], 'active'],
      );
      for await (const page of pagesOfFile) read.push(...page.map(({ taxId }) => taxId));
      expect(read.toSorted()).toEqual(all);
    } finally {
      await database.close();
    }
  });

  it.each(['name', 'alert', 'compliance', 'light', 'exposure'])(
    'tells by neither place nor cursor the %s that the row of an ended query still holds',
    async (sort) => {
      const owner = await panel.newCorporation();
      await panel.gateways.database.query(fill, [owner, rows]);
      await rename(owner, 'md5(tax_id)');
      await panel.gateways.database.query('UPDATE profiles.portfolio_entry SET exposure_cents = alert_points WHERE corporation_id = $1', [
        owner,
      ]);
      const { page: reader } = await panel.newPage(owner, 'analyst');
      const read = (way: string, cursor = '') => list(`?standing=ended&limit=10&sort=${way}${sort}${cursor}`, reader);
      const first = await read('-');
      const shown = [...first.entries, ...(await read('-', `&before=${first.older}`)).entries].map(({ taxId }) => taxId);
      expect(shown).toHaveLength(20);
      expect(shown).toEqual(shown.toSorted().toReversed());
      const [key] = JSON.parse(Buffer.from(first.older!, 'base64url').toString()) as [string];
      expect(['', '0.0', '0', '-1']).toContain(key);
    },
  );

  it('is exported without the state of the last load of a query that has ended', async () => {
    const file: string = (await page.get('/portfolio.csv?standing=ended')).body;
    const [header, ...ended] = file.trimEnd().split('\r\n');
    expect(header).toMatch(/^documento,razon_social,situacion,modo,ultimo_dia,ultima_carga,fuentes_fallidas,/);
    expect(ended).toHaveLength(await total('?standing=ended'));
    for (const line of ended) expect(line).toMatch(/^RUC \d+,,Consulta terminada,Consulta,[\d-]*,,0,/);
  });

  it('is exported without a name that a spreadsheet runs as a formula', async () => {
    const owner = await panel.newCorporation();
    await panel.gateways.database.query(fill, [owner, 2]);
    await panel.gateways.database.query(
      `UPDATE profiles.portfolio_entry SET name = '=1+1' WHERE corporation_id = $1 AND standing = 'active'`,
      [owner],
    );
    const file: string = (await (await panel.newPage(owner, 'analyst')).page.get('/portfolio.csv')).body;
    expect(file).toContain("\r\nRUC 20100000014,'=1+1,Activo,");
    // Nobody may have read the bulletin.
    expect(file).toContain(',SH10,No consta,');
  });

  it('has the codes of the summary also after a first load that failed', async () => {
    const { database } = panel.gateways;
    const [owner, taxId] = [await panel.newCorporation(), '20100000014'];
    await database.query(fill, [owner, 2]);
    await database.query(
      `UPDATE profiles.portfolio_entry SET standing = 'failed', taxpayer_code = 'SH50', alert_code = 'SH50', light_code = 'SH50',
         compliance_code = 'SH30', debt_code = 'SH50' WHERE corporation_id = $1`,
      [owner],
    );
    await new StoredProfiles(database).failure(owner, taxId, [], { finanzas: 'SH11', alerta_tercero: 'SH51', alerta_compliance: 'SH11' });
    const { page: theirs } = await panel.newPage(owner, 'analyst');
    const { entries } = (await theirs.get('/portfolio?sort=taxId')).body as { entries: PortfolioEntry[] };
    const codes = entries.map((one) => [one.taxpayer, one.alert, one.light, one.debt, one.compliance].map(({ code }) => code));
    // Nothing is known of the other failure. What the plan leaves out stays hidden.
    const known = ['SH50', 'SH50', 'SH51', 'SH11', 'SH30'];
    expect(codes).toEqual([['SH50', 'SH50', 'SH50', 'SH50', 'SH30'], known]);
    const { data } = (await theirs.get(`/profiles/RUC/${taxId}/summary`)).body as { data: SummaryV2 };
    const shown = [data.identificacion, data.alerta_servicio, data.alerta_tercero, data.finanzas];
    expect(shown.map(({ statusCode }) => statusCode)).toEqual(known.slice(0, -1));
  });

  it('tells a document that the register does not know from a load that failed otherwise, whatever its sections show', async () => {
    const { database } = panel.gateways;
    const owner = await panel.newCorporation();
    const [unknown, failed] = ['20100000014', '20100000021'] as const;
    await database.query(fill, [owner, 3]);
    await database.query(
      `UPDATE profiles.portfolio_entry SET standing = 'failed', light_code = 'SH50', debt_code = 'SH30' WHERE corporation_id = $1`,
      [owner],
    );
    const stored = new StoredProfiles(database);
    await stored.failure(owner, unknown, [], { alerta_tercero: 'SH30' }, 'taxpayer_not_found');
    await stored.failure(owner, failed, ['identificacion'], { alerta_tercero: 'SH11' });
    const { page: theirs } = await panel.newPage(owner, 'analyst');
    const { entries } = (await theirs.get('/portfolio?sort=taxId')).body as { entries: PortfolioEntry[] };
    expect(entries.map(({ unregistered }) => unregistered)).toEqual([false, true, false]);
  });

  it('tells a screening without a name from one that failed, also beside other failures, while it is shown as it is now', async () => {
    const { database } = panel.gateways;
    const owner = await panel.newCorporation();
    const [nameless, failed, ended] = ['20100000007', '20100000014', '20100000021'] as const;
    await database.query(fill, [owner, 4]);
    await database.query(
      `UPDATE profiles.portfolio_entry SET standing = CASE tax_id WHEN $2 THEN 'expired' ELSE 'active' END, estado = 'partial',
         compliance_code = 'SH50', failed_sources = CASE tax_id WHEN '20100000028' THEN 0 ELSE 1 END WHERE corporation_id = $1`,
      [owner, ended],
    );
    const stored = new StoredProfiles(database);
    for (const taxId of [nameless, ended]) await stored.profile(taxId, 'partial', {}, { failedSources: ['protestos'] });
    await stored.profile(failed, 'partial', {}, { failedSources: ['listas_compliance'] });
    const { page: theirs } = await panel.newPage(owner, 'analyst');
    const { entries } = (await theirs.get('/portfolio?sort=taxId')).body as { entries: PortfolioEntry[] };
    expect(entries.map(({ compliance }) => compliance.nameless)).toEqual([true, false, false, true]);
  });

  it('is read by programs too, in Spanish, and only by its own corporation', async () => {
    const token = await obtainToken(panel.url, account);
    const read = async (path: string) => JSON.parse((await exchange(panel.url, { path, headers: bearer(token) })).text);
    const { data } = await read('/v2/portafolio?alerta=critica&orden=documento&limit=2');
    expect(data.perfiles).toMatchObject([
      { docType: 'RUC', situacion: 'activo', alerta: { codigo: 'SH10', nivel: 'critica' } },
      { alerta: { nivel: 'critica' } },
    ]);
    const next = await read(`/v2/portafolio?alerta=critica&orden=documento&limit=2&cursor=${data.siguiente}`);
    expect(next.data.perfiles[0].taxId > data.perfiles[1].taxId).toBe(true);
    const summary = await read('/v2/portafolio/resumen?alerta=critica');
    expect(summary.data).toMatchObject({ total: await total('?alert=5'), alerta: { critica: summary.data.total, alta: 0 } });
    const { page: other } = await panel.newPage(await panel.newCorporation(), 'member');
    expect((await other.get('/portfolio')).body).toEqual({ entries: [], older: null, newer: null });
    expect((await other.get('/portfolio.csv')).status).toBe(403);
  });

  it('reports its daily counts, the profiles that changed class, and the coming expiries', async () => {
    await panel.gateways.database.query(
      `INSERT INTO profiles.portfolio_day VALUES ($1, current_date - 1, '{1,2,3,4,5,6}', '{1,2,3,4}', 700)`,
      [corporationId],
    );
    await panel.gateways.database.query(
      `INSERT INTO profiles.portfolio_move (corporation_id, tax_id, doc_type, from_alert, to_alert) VALUES ($1, '20100000021', 'RUC', 2, 4)`,
      [corporationId],
    );
    const { body } = await page.get('/portfolio/risk?days=30');
    expect(body.days).toMatchObject([{ alert: [1, 2, 3, 4, 5, 6], compliance: [1, 2, 3, 4], exposureCents: 700 }]);
    expect(body.moved).toMatchObject([{ from: 2, to: 4, profiles: 1 }]);
    expect(body.expiring.length).toBeGreaterThan(10);
    const moved = await list(`?moved=${body.moved[0].week}.2.4`);
    expect(moved.entries.map(({ taxId }) => taxId)).toEqual(['20100000021']);
  });

  it('hides the moves of a profile whose score the plan of today leaves out', async () => {
    const owner = await panel.newCorporation();
    const { database } = panel.gateways;
    await database.query(fill, [owner, 4]);
    await database.query(
      `INSERT INTO profiles.portfolio_move (corporation_id, tax_id, doc_type, from_alert, to_alert)
       SELECT $1, tax_id, 'RUC', 2, 4 FROM unnest(ARRAY['20100000014', '20100000021']) AS moved (tax_id)`,
      [owner],
    );
    await database.query(
      `UPDATE profiles.portfolio_entry SET alert_code = 'SH30', alert = 0 WHERE corporation_id = $1 AND tax_id = '20100000021'`,
      [owner],
    );
    const { page: theirs } = await panel.newPage(owner, 'analyst');
    const { moved } = (await theirs.get('/portfolio/risk?days=30')).body;
    expect(moved).toMatchObject([{ from: 2, to: 4, profiles: 1 }]);
    const { entries } = (await theirs.get(`/portfolio?moved=${moved[0].week}.2.4`)).body as { entries: PortfolioEntry[] };
    expect(entries.map(({ taxId }) => taxId)).toEqual(['20100000014']);
  });

  it('counts the moves of a week and class as the list finds them, in the oldest week too, and lists the gravest first', async () => {
    const ended = '20100000007';
    await panel.gateways.database.query(
      `INSERT INTO profiles.portfolio_move (corporation_id, moved_at, tax_id, doc_type, from_alert, to_alert)
       SELECT $1, monday AT TIME ZONE 'America/Lima' + later, tax_id, 'RUC', from_alert, to_alert
       FROM date_trunc('week', (now() - interval '30 days') AT TIME ZONE 'America/Lima') AS monday,
         (VALUES ('20100000014', interval '0', 3, 5), ('20100000021', '0', 3, 5), ('20100000028', '6 days 23 hours', 3, 5),
           ($2, '6 days 22 hours', 3, 5), ('20100000014', '1 day', 5, 1), ('20100000014', '2 days', 1, 3)) AS move (tax_id, later, from_alert, to_alert)`,
      [corporationId, ended],
    );
    const { moved } = (await page.get('/portfolio/risk?days=30')).body;
    const [oldest] = moved.filter(({ from, to }: { from: number; to: number }) => from === 3 && to === 5);
    const ofThatWeek = moved.filter(({ week }: { week: string }) => week === oldest.week);
    expect(ofThatWeek.map(({ to }: { to: number }) => to)).toEqual([5, 3, 1]);
    const { entries } = await list(`?moved=${oldest.week}.3.5&sort=taxId`);
    expect(entries.map(({ taxId }) => taxId)).toEqual(['20100000014', '20100000021', '20100000028']);
    expect(oldest.profiles).toBe(3);
  });

  it('that is counted again and again holds up neither other corporations nor the replica', async () => {
    const { database, operator } = panel.gateways;
    const [busy, calm] = [await operator.createAccount(), await operator.createAccount()];
    for (const one of [busy, calm]) await database.query(fill, [one.corporationId, 10]);
    const [busyToken, calmToken] = [await obtainToken(panel.url, busy), await obtainToken(panel.url, calm)];
    const read = (path: string, token: string) => exchange(panel.url, { path, headers: bearer(token) });
    const [view] = await database.query<{ text: string }>(`SELECT pg_get_viewdef('profiles.listed_profile') AS text`);
    const text = view!.text.replace(/;$/, '');
    // Simulates a large portfolio: its rows are read only when the lock is free.
    await database.query(
      `CREATE FUNCTION public.when_free(of_corporation uuid) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = 0 AS $$
       BEGIN IF of_corporation = '${busy.corporationId}' THEN PERFORM pg_advisory_xact_lock_shared(5); END IF; RETURN true; END $$`,
    );
    await database.query(
      `CREATE OR REPLACE VIEW profiles.listed_profile AS SELECT * FROM (${text}) AS listed WHERE public.when_free(corporation_id)`,
    );
    const lock = await holdLock(database, 'SELECT pg_advisory_xact_lock(5)');
    try {
      const asked = [
        ...Array.from({ length: 15 }, () => '/v2/portafolio/resumen'),
        ...Array.from({ length: 5 }, (_, i) => `/v2/portafolio/resumen?vence_antes=2100-01-0${i + 1}`),
        ...Array.from({ length: 5 }, () => ['/v2/portafolio', '/v2/portafolio?orden=carga']).flat(),
      ];
      const answers = asked.map((path) => read(path, busyToken));
      await lock.untilWaitedFor();
      const others = await Promise.all([
        read('/health/ready', busyToken),
        read('/v2/portafolio/resumen', calmToken),
        read('/v2/portafolio?alerta=critica', calmToken),
        readSummary(panel.url, busyToken),
      ]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
      expect(await database.query(waiting)).toHaveLength(1);
      await lock.release();
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
    } finally {
      await lock.release();
      await database.query(`CREATE OR REPLACE VIEW profiles.listed_profile AS ${text}`);
      await database.query('DROP FUNCTION public.when_free');
    }
  });
});
