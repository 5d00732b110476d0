import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DocType, documentForm, isErrorCode, panelOperations, sections, v1Name } from '@vigia/contracts';
import { resolved } from '@vigia/testing';
import { Errors } from 'typebox/schema';
import { gatewayAdapter } from '../src/http/adapter.js';
import { operationIdOf } from '../src/openapi/build-document.js';
import { openGateways, type Gateways } from './running/gateways.js';
import { exchange } from './requests/exchange.js';
import {
  type DeliveriesDocument,
  operationsOf,
  type OpenApiDocument,
  type Operation,
  type Placed,
  type Schema,
  schemasOf,
  within,
} from './requests/openapi-document.js';

const standardHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

interface DescribedResults {
  properties: { data: { properties: { results: { properties: Record<string, { description?: string }> } } } };
}

/** Signing in and following a link need no session. */
const openToAll = new Set(['POST /panel/v1/session', 'PUT /panel/v1/password/by-link']);

const placesOf = (found: Placed[]) => found.map(([place]) => place);

/** Whether a client cannot know what a value is made of. */
const isOpen = ({ type, properties = {}, items, anyOf, enum: values }: Schema) =>
  (!type && !anyOf && !values) || (type === 'object' && Object.keys(properties).length === 0) || (type === 'array' && !items);

describe('the OpenAPI document', () => {
  let gateways: Gateways;
  let url: string;
  let document: OpenApiDocument;
  let deliveries: DeliveriesDocument;
  let operations: Operation[];
  /** The calls of people in a browser, and those of programs with a token. */
  let ofPanel: Operation[];
  let ofApi: Operation[];
  const routes: string[] = [];

  beforeAll(async () => {
    gateways = await openGateways();
    url = await gateways.start({
      environment: { VIGIA_TRUSTED_PROXIES: '127.0.0.1' },
      adapter: (settings) => {
        const adapter = gatewayAdapter(settings);
        adapter.getInstance().addHook('onRoute', ({ method, url: path }) => {
          for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
        });
        return adapter;
      },
    });
    document = JSON.parse((await exchange(url, { path: '/openapi.json' })).text);
    deliveries = JSON.parse((await exchange(url, { path: '/openapi-webhooks.json' })).text);
    operations = operationsOf(document);
    ofPanel = operations.filter(({ path }) => path.startsWith('/panel/'));
    ofApi = operations.filter(({ path }) => !path.startsWith('/panel/'));
  });

  afterAll(() => gateways?.stop());

  it('describes every route of the interface, and no other', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      routes.filter((one) => / \/(?:panel\/)?v[0-9]/.test(one) && one !== 'GET /panel/v1/live').sort(),
    );
    expect(operations.length).toBeGreaterThanOrEqual(11);
    expect(ofPanel.length).toBeGreaterThanOrEqual(20);
  });

  it('is split into two parts, each with all that it refers to and nothing else', async () => {
    const idsOf = (some: Operation[]) => some.map(({ operationId }) => operationId).sort();
    for (const [path, expected] of [
      ['/docs/api.json', ofApi],
      ['/docs/panel.json', ofPanel],
    ] as const) {
      const part = JSON.parse((await exchange(url, { path })).text) as OpenApiDocument & { tags: { name: string }[] };
      expect(idsOf(operationsOf(part))).toEqual(idsOf(expected));
      const referred = new Set(Array.from(JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g), ([, name]) => name));
      const components = Object.entries(part.components as Record<string, object>).filter(([kind]) => kind !== 'securitySchemes');
      expect(components.flatMap(([kind, named]) => Object.keys(named).map((name) => `${kind}/${name}`)).sort()).toEqual(
        [...referred].sort(),
      );
      expect(part.tags.some(({ name }) => name.startsWith('panel'))).toBe(expected === ofPanel);
      for (const { operationId, responses } of operationsOf(part)) {
        const whole = expected.find((one) => one.operationId === operationId)!.responses;
        for (const [status, { headers, ...answer }] of Object.entries(responses)) {
          const { headers: all = {}, ...same } = whole[status]!;
          const ofErrors = Object.entries(all).filter(
            ([name]) => !/^(X-Error-Code|X-Correlation-Id|RateLimit-.*|X-Request-Id)$/.test(name),
          );
          expect({ operationId, status, headers, answer: same }).toEqual({
            operationId,
            status,
            headers: status < '400' ? all : Object.fromEntries(ofErrors),
            answer,
          });
        }
      }
    }
  });

  it('has a unique, readable id for every operation', () => {
    expect(operationIdOf('/v2/perfiles/{taxId}/resumen')).toBe('perfilesResumenV2');
    expect(operationIdOf('/v1/autenticacion/obtener-token')).toBe('autenticacionObtenerTokenV1');
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ofApi.filter(({ operationId }) => !/^[a-z][A-Za-z]+V[0-9]$/.test(operationId))).toEqual([]);
    expect(ofPanel.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['usersChange', 'sessionsOpen', 'webhooksCreate']),
    );
  });

  it('refers only to what it contains', () => {
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => String(pointer));
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers) expect(resolved(document, { $ref: pointer })).toBeInstanceOf(Object);
    const headers = Object.keys((document.components as { headers?: object }).headers ?? {});
    expect(headers.filter((name) => !pointers.includes(`#/components/headers/${name}`))).toEqual([]);
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { security = [] } of operations)
      expect(schemes).toEqual(expect.arrayContaining(security.flatMap((one) => Object.keys(one))));
  });

  it('describes what every operation does, who may call it and what it takes', () => {
    for (const { path, method, summary, description, security, tags, parameters } of operations) {
      const told = { summary: expect.stringMatching(/.{10}/), description: expect.stringMatching(/.{10}/), tags: [expect.any(String)] };
      expect({ path, summary, description, tags }).toEqual({ path, ...told });
      expect(security).toHaveLength(openToAll.has(`${method} ${path}`) ? 0 : 1);
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(path.match(/\{[^}]+\}/g) ?? []);
    }
    const undescribed = ofApi.flatMap(({ path, parameters }) =>
      parameters.filter((one) => !one.description).map(({ name }) => `${path} ${name}`),
    );
    expect(undescribed).toEqual([]);
    const withBody = ofApi.filter(({ method, path }) => method === 'POST' && !path.includes('/autenticacion/'));
    expect(withBody.map(({ requestBody }) => requestBody?.required)).toEqual(withBody.map(() => true));
  });

  it('names the session cookie for the protocol it is read over, and Origin on every changing call', async () => {
    const cookieAt = async (protocol: string) => {
      const { text } = await exchange(url, { path: '/openapi.json', headers: { 'x-forwarded-proto': protocol } });
      return JSON.parse(text).components.securitySchemes.session.name;
    };
    expect([await cookieAt('http'), await cookieAt('https'), await cookieAt('http')]).toEqual(['vigia', '__Host-vigia', 'vigia']);
    const origin = { $ref: '#/components/parameters/Origin' };
    const naming = ofPanel.filter(({ parameters }) => JSON.stringify(parameters).includes(JSON.stringify(origin)));
    expect(naming).toEqual(ofPanel.filter(({ method }) => method !== 'GET'));
  });

  it('links a load to its summary and charges, and a trigger to its events', () => {
    const links = (path: string, status: number) =>
      Object.values(operations.find((one) => one.path === path)!.responses[status]?.links ?? {});
    const pathOf = ({ operationId }: { operationId: string }) => operations.find((one) => one.operationId === operationId)?.path;
    for (const status of [200, 202]) {
      expect(links('/v1/perfiles/cargar', status).map(pathOf)).toEqual(['/v1/perfiles/{taxId}/resumen', '/v2/cuota/cargos']);
      expect(links('/v2/perfiles/cargar', status).map(pathOf)).toEqual(['/v2/perfiles/{taxId}/resumen', '/v2/cuota/cargos']);
    }
    expect(links('/v2/webhook/perfiles/resumen', 202).map(pathOf)).toEqual(['/panel/v1/events']);
  });

  it('names every error that an operation of the API can give', () => {
    const always = ['400', '401', '429', '500', '503'];
    const found = ofApi.map(({ operationId, responses }) => [operationId, Object.keys(responses).sort()]);
    const expected = ofApi.map(({ operationId, method, path }) => [
      operationId,
      expect.arrayContaining([
        ...always,
        path.includes('/webhook/') ? '202' : '200',
        ...(method === 'POST' ? ['413', '415'] : []),
        ...(path.includes('{') ? ['404'] : []),
      ]),
    ]);
    expect(found).toEqual(expected);
    const descriptions = operations.flatMap(({ responses }) => Object.values(responses).map(({ description }) => description));
    expect(descriptions.filter((text) => !text)).toEqual([]);
  });

  it('names the headers of every answer: correlation id, rate limits, wait and request id', () => {
    const headers = (status: number) =>
      operations.map(({ responses }) => responses[status] && Object.keys(responses[status].headers ?? {}).sort());
    const usual = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Correlation-Id'];
    for (const named of headers(429)) expect(named).toEqual(expect.arrayContaining([...usual, 'Retry-After']));
    for (const named of [...headers(200), ...headers(202), ...headers(204)]) expect(named ?? usual).toEqual(expect.arrayContaining(usual));
    const costly = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
    expect(costly.length).toBeGreaterThan(5);
    for (const { responses } of costly) {
      const unnamed = Object.entries(responses).filter(([, { headers }]) => headers?.['X-Request-Id'] === undefined);
      expect(unnamed.map(([status]) => status)).toEqual(['408', '431']);
    }
  });

  it('names a header with the code of every error, and the codes in the description', () => {
    for (const { operationId, responses } of operations)
      for (const [status, { headers, content, description }] of Object.entries(responses)) {
        const codes = Object.keys(content?.['application/json']?.examples ?? {});
        const isError = status >= '400';
        expect({ operationId, status, named: headers?.['X-Error-Code'] !== undefined }).toEqual({ operationId, status, named: isError });
        const told = isError ? codes : [];
        expect({ operationId, description }).toEqual({ operationId, description: isError ? told.join(', ') : description });
        expect(told.filter((code) => !isErrorCode(code))).toEqual([]);
      }
    expect(resolved(document, { $ref: '#/components/headers/X-Error-Code' })).toMatchObject({ required: true, schema: { type: 'string' } });
  });

  it('names every error that an operation of the panel can give', () => {
    for (const { method, path, openTo, params, query, body, answer } of panelOperations) {
      if (answer && 'stream' in answer) continue;
      const isForSome = openTo !== 'anybody' && openTo !== 'user';
      const expected = [
        '429',
        '500',
        '503',
        ...(openTo === 'anybody' ? [] : ['401']),
        ...(isForSome || method !== 'GET' ? ['403'] : []),
        ...(body ? ['400', '413', '415'] : []),
        ...(query ? ['400'] : []),
        ...(params ? ['404'] : []),
      ];
      const written = path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
      const { operationId, responses } = ofPanel.find((one) => one.path === written && one.method === method)!;
      const success = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect({ operationId, success, statuses: Object.keys(responses) }).toEqual({
        operationId,
        success: [expect.stringMatching(/^20[024]$/)],
        statuses: expect.arrayContaining(expected),
      });
    }
  });

  it('has one server address, relative to the host of the client', () => {
    expect(document.servers).toEqual([{ url: '/', description: expect.any(String) }]);
    expect(Object.values(document.paths).filter((item) => 'servers' in item)).toEqual([]);
  });

  it('describes deliveries in a separate document, with examples that match the schema of their version', () => {
    const { requestBody, parameters } = deliveries.paths['/']!.post!;
    expect(parameters.map(({ name }) => name)).toEqual(['X-Service-Signature', 'X-Service-Trigger-Id', ...standardHeaders]);
    const page = readFileSync(new URL('../../../docs/receivers.md', import.meta.url), 'utf8');
    const shown = parameters.filter(({ name }) => name !== 'X-Service-Trigger-Id').map(({ example }) => `\`${String(example)}\``);
    expect(shown.filter((value) => !page.includes(value))).toEqual([]);
    const { schema, examples } = requestBody!.content!['application/json']!;
    const { oneOf: bodies } = resolved(deliveries, schema) as { oneOf: { properties: Record<string, { deprecated?: boolean }> }[] };
    expect(schema).toEqual({ oneOf: ['V1', 'V2'].map((version) => ({ $ref: `#/components/schemas/EntregaResumen${version}` })) });
    bodies.forEach((body, i) => expect(Errors(body, examples![`v${i + 1}`]!.value)).toEqual([true, []]));
    const { properties } = deliveries.components.schemas.EntregaResumenV1!;
    expect(Object.keys(properties!).filter((name) => properties![name]!.deprecated)).toEqual(['profileLoadStatus', 'failedSubhelpers']);
    for (const name of ['profileLoadStatus', 'failedSubhelpers'])
      expect(properties![name]!.description).toMatch(/In v2, `data\.\w+` takes its place\. It stays in v1 until /);
    expect(document.components.schemas).toMatchObject(deliveries.components.schemas);
  });

  it('has a title from which generators can make the name of a package', () => {
    for (const { info } of [document, deliveries]) expect(info.title).toMatch(/^Vigia( [A-Za-z]+)+$/);
  });

  it('says how long a load or a forced update may take to be answered, and which profile of two it updates', () => {
    const waiting = operations.filter(
      ({ path, method }) => method === 'POST' && /\/perfiles\/(?:cargar|cargar-masivo|forzar-actualizacion)$/.test(path),
    );
    expect(waiting).toHaveLength(5);
    for (const { description } of waiting) expect(description).toMatch(/read timeout .* above 60 seconds .*same `Idempotency-Key`/);
    expect(waiting.find(({ path }) => path.includes('forzar'))!.description).toContain('the RUC before the DNI, the DNI before the CE');
  });

  it('gives no field of a body a default, which generators for TypeScript would require', () => {
    const isMonitoring = document.components.schemas.LoadBodyV2!.properties!.isMonitoring!;
    expect(isMonitoring.description).toContain('when left out, true');
    const ofBodies = operations.flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      return schema ? within([operationId, resolved(document, schema) as Schema]) : [];
    });
    expect(placesOf(ofBodies.filter(([, schema]) => 'default' in schema))).toEqual([]);
  });

  it('marks the operations of v2 as beta', () => {
    const beta = operations.filter(({ summary }) => summary?.endsWith(' (beta)'));
    expect(beta.map(({ path }) => path)).toEqual(operations.map(({ path }) => path).filter((path) => path.startsWith('/v2/')));
  });

  it('describes every section of a summary, field by field', () => {
    for (const version of ['v1', 'v2']) {
      const { responses } = operations.find(({ path }) => path === `/${version}/perfiles/{taxId}/resumen`)!;
      const answer = resolved(document, responses['200']?.content?.['application/json']?.schema) as Schema;
      const described = answer.properties!.data!.properties!;
      for (const section of sections) {
        const content = version === 'v1' ? described[v1Name(section)]! : described[section]!.anyOf![0]!.properties!.data!;
        expect(placesOf(within([section, content]).filter(([, schema]) => isOpen(schema)))).toEqual([]);
      }
    }
  });

  it('explains the counts of a forced update, which differ from those of a load', () => {
    const { responses } = operations.find(({ path }) => path === '/v2/perfiles/forzar-actualizacion')!;
    const answer = resolved(document, responses['200']!.content!['application/json']!.schema) as DescribedResults;
    const { skipped, errors, ...others } = answer.properties.data.properties.results.properties;
    expect(Object.keys(others)).toEqual(['successful', 'failed']);
    expect([skipped?.description, errors?.description]).toEqual([
      'profiles that are not active in your portfolio',
      'one entry for each profile that failed or was skipped',
    ]);
  });

  it('allows no additional field in a body, and says what a document looks like', () => {
    const bodies = operations.flatMap(({ requestBody }) => requestBody?.content?.['application/json']?.schema ?? []);
    const closed = bodies.map((schema) => (resolved(document, schema) as { additionalProperties?: boolean }).additionalProperties);
    expect(closed).toEqual(bodies.map(() => false));
    const load = operations.find(({ path }) => path === '/v1/perfiles/cargar')!.requestBody!.content!['application/json']!.schema;
    expect(Errors(resolved(document, load) as object, { taxId: 'SIM000001', docType: 'DNI' })[0]).toBe(false);
  });

  it.each([
    ['/v1/perfiles/cargar', ['RUC', 'DNI']],
    ['/v2/perfiles/cargar', ['RUC', 'DNI', 'CE']],
    ['/v1/perfiles/cargar-masivo', ['RUC', 'DNI']],
    ['/v2/perfiles/cargar-masivo', ['RUC', 'DNI', 'CE']],
    ['/v2/webhook/perfiles/resumen', ['RUC', 'DNI', 'CE']],
  ] as [string, DocType[]][])('explains in words what the numbers of a body of %s look like, by their docType', (path, kinds) => {
    const body = operations.find((one) => one.path === path)!.requestBody!.content!['application/json']!.schema;
    const { taxId, taxIds } = (resolved(document, body) as Schema).properties ?? {};
    expect((taxId ?? taxIds)?.description).toContain(documentForm(kinds));
  });

  it('has valid examples of parameters, a unique idempotency key for every body, and no undefined value', () => {
    const keys: unknown[] = [];
    for (const { operationId, parameters, requestBody } of operations) {
      const bodies = Object.keys(requestBody?.content?.['application/json']?.examples ?? {});
      for (const { name, schema, example, examples } of parameters) {
        const values = [example, ...Object.values(examples ?? {}).map(({ value }) => value)].filter((value) => value !== undefined);
        const faults = values.map((value) => Errors(resolved(document, schema) as object, value)[1]);
        expect({ operationId, name, faults }).toEqual({ operationId, name, faults: values.map(() => []) });
        expect(name === 'Idempotency-Key' ? Object.keys(examples ?? {}) : bodies).toEqual(bodies);
        keys.push(...(name === 'Idempotency-Key' ? values : []));
      }
    }
    expect(keys.length).toBeGreaterThan(10);
    expect(new Set(keys).size).toBe(keys.length);
    expect(JSON.stringify(document).match(/.{0,60}(?:undefined|NaN|\[object).{0,60}/g)).toBeNull();
  });

  it.each([
    ['Idempotency-Key', ['alta-2026-0001', 'una clave'], ['', ' ', 'clave ñ', 'x'.repeat(256)]],
    ['cursor', ['MTc5NTIxOTIwMDEyMzQ1Ni40Mg'], ['', 'a b', 'ñ']],
    ['desde_cargo', ['1795219200123456-20990000019-RUC'], ['', '20990000019', 'x-20990000019-RUC']],
    ...['desde', 'hasta', 'fecha', 'vence_antes', 'cambio_desde'].map(
      (name) => [name, ['1900-01-01', '2000-02-29', '2199-12-31', '2200-12-31'], ['1899-12-31', '2201-01-01', '0250-06-06']] as const,
    ),
    ['desde_linea', [0, 500, 999_999_999], [-1, 0.5, 1_000_000_000]],
  ])('says what a value of %s looks like wherever it is a parameter', (name, taken, refused) => {
    const schemas = ofApi.flatMap(({ parameters }) => parameters.filter((one) => one.name === name)).map(({ schema }) => schema);
    const takes = (value: unknown) => [...new Set(schemas.map((schema) => Errors(resolved(document, schema) as object, value)[0]))];
    expect(taken.map(takes)).toEqual(taken.map(() => [true]));
    expect(refused.map(takes)).toEqual(refused.map(() => [false]));
  });

  it('has a valid example of every request and answer', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const bodies = [['request', requestBody] as const, ...Object.entries(responses)].filter(
        ([name, body]) => body !== undefined && name !== '204' && name !== '304' && (!body.content || 'application/json' in body.content),
      );
      for (const [name, body] of bodies) {
        const { schema, example, examples } = body?.content?.['application/json'] ?? {};
        const values = [example, ...Object.values(examples ?? {}).map(({ value }) => value)].filter((value) => value !== undefined);
        expect({ operationId, name, examples: values.length > 0 }).toEqual({ operationId, name, examples: true });
        for (const value of values) {
          const [valid, problems] = Errors(resolved(document, schema) as object, value);
          expect([undefined, name]).toContain((value as { statusCode?: number }).statusCode?.toString());
          expect({ operationId, name, valid, problems }).toEqual({ operationId, name, valid: true, problems: [] });
        }
      }
    }
  });

  it('says of every day as of which a profile is shown that it must not be to come', () => {
    const days = operations.flatMap(({ operationId, parameters }) =>
      parameters.filter(({ name }) => name === 'fecha').map((one) => [operationId, one.description ?? one.schema.description] as const),
    );
    expect(days.length).toBeGreaterThan(4);
    for (const said of days) expect(said).toEqual([said[0], expect.stringContaining('today at the latest')]);
  });

  it('names in its examples the greatest numbers that the product keeps', () => {
    const shown = new Map<string, unknown>();
    for (const { responses } of operations)
      for (const [code, { value }] of Object.entries(responses['409']?.content?.['application/json']?.examples ?? {}))
        if (code.endsWith('_full')) shown.set(code, (value as { params: unknown }).params);
    const most = { credentials_full: 20, webhooks_full: 20, users_full: 500, views_full: 100 };
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(Object.entries(most).map(([code, number]) => [code, { most: number }])));
  });

  /** Schemas that client generators for Python, Go, Java and TypeScript failed on. */
  describe('has schemas that', () => {
    let components: Placed[];
    let all: Placed[];

    beforeAll(() => {
      components = Object.entries(document.components.schemas);
      all = schemasOf(document);
    });

    it('are components if they have fields', () => {
      const top = new Set(components.map(([, schema]) => schema));
      expect(placesOf(all.filter(([, schema]) => schema.properties && !top.has(schema)))).toEqual([]);
      expect(components.length).toBeGreaterThan(100);
    });

    it('give the format of every number and the type of every list of values', () => {
      expect(placesOf(all.filter(([, { type, format }]) => [type].flat().includes('number') && format !== 'double'))).toEqual([]);
      expect(placesOf(all.filter(([, schema]) => schema.enum && schema.type === undefined))).toEqual([]);
    });

    it('use two types for a value that may be null, and one rule for instants', () => {
      const isNull = ({ type }: Schema) => type === 'null';
      const wrapped = all.filter(([, { anyOf = [] }]) => anyOf.some(isNull) && !anyOf.some(({ $ref }) => $ref));
      expect(placesOf(wrapped)).toEqual([]);
      expect(placesOf(all.filter(([, schema]) => schema.format === 'date-time' && schema.maxLength))).toEqual([]);
    });

    it('mark ids as uuid and instants as date-time', () => {
      const own = /\.(?:configuration|delivery|session|user|corporation)Id$/;
      const formats = (places: RegExp) => all.filter(([place]) => places.test(place)).map(([place, { format }]) => [place, format]);
      expect(formats(own)).toEqual(formats(own).map(([place]) => [place, 'uuid']));
      expect(formats(/At$/)).toEqual(formats(/At$/).map(([place]) => [place, 'date-time']));
      expect([formats(own).length, formats(/At$/).length].map((count) => count > 8)).toEqual([true, true]);
    });

    it('have names and values that do not collide, because Go keeps all of them in one place', () => {
      const names = Object.keys(document.components.schemas);
      expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name) || names.includes(`New${name}`))).toEqual([]);
      const values = components.flatMap(([, schema]) => schema.enum ?? []).map((value) => String(value).toUpperCase());
      expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
    });

    it('become readable for Rust with the line of docs/api.md, which makes every section oneOf and changes nothing else', () => {
      const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
      const edit = /\| sed '([^']+)' > \.vigia\/openapi-rust\.json/.exec(page)![1]!;
      const { status, stdout } = spawnSync('sed', [edit], { input: JSON.stringify(document), encoding: 'utf8', maxBuffer: 1e8 });
      expect(status).toBe(0);
      const rewritten = JSON.parse(stdout) as OpenApiDocument;
      const ofSections = Object.entries(rewritten.components.schemas).filter(([, { anyOf, oneOf }]) =>
        [anyOf, oneOf].some((shapes) => shapes?.some(({ $ref }) => $ref === '#/components/schemas/SeccionSinDatos')),
      );
      expect(ofSections.map(([, schema]) => Object.keys(schema).filter((key) => key.endsWith('Of')))).toEqual(
        sections.map(() => ['oneOf']),
      );
      expect(stdout.replaceAll(/"oneOf":(\[\{"\$ref":"[^"]*ConDatos")/g, '"anyOf":$1')).toBe(JSON.stringify(document));
    });

    it('offer each section with data or without, which its codes tell apart', () => {
      const offered = Object.entries(document.components.schemas).filter(
        ([name]) => name.startsWith('Seccion') && name !== 'SeccionSinDatos',
      );
      expect(offered.map(([, { anyOf }]) => anyOf)).toEqual(
        offered.map(([name]) =>
          [`${name.replace('Seccion', '')}ConDatos`, 'SeccionSinDatos'].map(($ref) => ({ $ref: `#/components/schemas/${$ref}` })),
        ),
      );
      expect(offered).toHaveLength(sections.length);
      const codesOf = (name: string) => (resolved(document, document.components.schemas[name]) as Schema).properties!.statusCode!.enum!;
      expect(codesOf('SeccionSinDatos')).toEqual(['SH20', 'SH30', 'SH40', 'SH50', 'SH51']);
      const withData = offered.map(([name]) => codesOf(`${name.replace('Seccion', '')}ConDatos`));
      expect(withData).toEqual(offered.map(() => ['SH10', 'SH11']));
    });
  });
});
