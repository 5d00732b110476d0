import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { describeAnswerHeaders } from './answer-headers.js';
import { license, sessionScheme } from './api-call.js';
import { describeCallers, sessionCookies } from './callers.js';
import { describeLinks } from './links.js';
import { NamedComponents } from './named-components.js';
import { operationsIn } from './operations-in.js';
import { describeParameterExamples } from './parameter-examples.js';
import { plainSchema } from './plain-schema.js';
import { changedSchema, type Schema, withSchemas } from './schema-walk.js';

/** `/v2/perfiles/{taxId}/resumen` becomes `perfilesResumenV2`. Operations of the panel keep the names of their table. */
export function operationIdOf(path: string): string {
  const [version = '', ...rest] = path.split('/').filter((segment) => segment && !segment.startsWith('{'));
  return [...rest.join('-').split('-'), version].map((word, i) => (i === 0 ? word : capitalised(word))).join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const description = [
  'Risk and compliance profiles of Peruvian taxpayers.',
  'v1 is stable; v2 is beta and its contract may still change.',
  'Every path of v1 and v2 also exists under `/api`, and the panel does not. Every error has the same three fields: `statusCode`, `error` and `message`; of the panel also `code` and `params`, so that a page can make a sentence of its own.',
  'A `POST` that may cost takes an `Idempotency-Key`: repeated with the same key and body within 24 hours it happens once and gets the same answer. A load that was answered 202 tells then how it ended.',
  'A day is written YYYY-MM-DD and lies between 1900 and 2200; an instant is written as in RFC 3339, with its zone.',
  'Text must not contain a NUL or half of a surrogate pair.',
  'Fields and parameters that a call does not name are refused, with 400. So is a parameter that is given twice; of an unknown one (`fehca`) the message names the nearest that there is.',
  'Calls are limited per credential or session, and per address where there is none that is good. Every answer says in its `RateLimit-*` headers how many are left, but where the request could not be read as HTTP (400, 408, 431). Documents a minute, wrong secrets, and reports and previews (`simular`) at once have limits of their own, of which a 429 tells in `Retry-After` alone. A 401 says in `WWW-Authenticate` what the call has to bring.',
  'The section for foreign trade has the key `comercio_exterior`.',
  'What is posted to your webhooks is described in [/openapi-webhooks.json](/openapi-webhooks.json).',
].join('\n\n');

/** The document for callers who come by TLS, or without. */
export function buildDocument(app: INestApplication, protocol: 'https' | 'http'): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Vigía')
    .setDescription(description)
    .setVersion('2.0.0-beta')
    .addServer('/', 'this instance')
    .addTag('autenticacion', 'access tokens')
    .addTag('perfiles', 'loading and reading profiles')
    .addTag('portafolio', 'your profiles as a list, by their facts and as counts')
    .addTag('cuota', 'contracts, monitoring-months and charges, and what a call would cost')
    .addTag('webhooks', 'summaries that are sent to you')
    .addTag('panel: sessions', 'people who sign in; what changes something must come from a page of this site')
    .addTag('panel: users', 'who may sign in, for administrators')
    .addTag('panel: portfolio', 'the profiles of a corporation as a list, and how their risk moves')
    .addTag('panel: profiles', 'what is known about a profile, for the users of a corporation')
    .addTag('panel: acts', 'loading, forced updates and monitoring: what they would cost, and what became of them')
    .addTag('panel: quota', 'contracts, months and charges')
    .addTag('panel: webhooks', 'settings and history of webhooks; members read, administrators change')
    .addTag('panel: credentials', 'what programs sign in with, for administrators')
    .addTag('panel: views', 'searches that people keep under a name')
    .addTag('panel: audit', 'who did what')
    .addTag('panel: operators', 'corporations and their people, contracts, the record and the state of the platform, for those who run it')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'access key and access secret' })
    .addCookieAuth(
      sessionCookies[protocol],
      {
        type: 'apiKey',
        in: 'cookie',
        description:
          'the session of a person; `__Host-vigia` over TLS, `vigia` without. What changes something may name in the header `Vigia-User` for whom it is asked, by `userId`: where another user is signed in, it is refused',
      },
      sessionScheme,
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  for (const { path, operation } of operationsIn(document)) {
    if (!path.startsWith('/panel/')) operation.operationId = operationIdOf(path);
    if (path.startsWith('/v2/')) Object.assign(operation, { summary: `${operation.summary} (beta)`, 'x-beta': true });
  }
  document.info.license = license;
  describeAnswerHeaders(document);
  describeCallers(document);
  describeLinks(document);
  closeBodies(document);
  describeParameterExamples(document);
  return withNamedComponents(document);
}

/** The document with every schema in a form that generators can read, and with each titled schema once, as a component. */
function withNamedComponents(document: OpenAPIObject): OpenAPIObject {
  const components = new NamedComponents();
  const change = (schema: Schema) => components.named(plainSchema(schema));
  const paths = withSchemas(document.paths, change) as OpenAPIObject['paths'];
  const ofClasses = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);
  const schemas = Object.fromEntries(ofClasses.map(([name, schema]) => [name, changedSchema(schema, change)]));
  return { ...document, paths, components: { ...document.components, schemas: { ...schemas, ...components.schemas } } } as OpenAPIObject;
}

/** An unknown field of a body is refused: the body classes do not express that themselves. */
function closeBodies(document: OpenAPIObject): void {
  for (const { operation } of operationsIn(document)) {
    const { requestBody } = operation;
    const schema = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
    const name = schema && '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
    if (name !== undefined) Object.assign(document.components?.schemas?.[name] ?? {}, { additionalProperties: false });
  }
}
