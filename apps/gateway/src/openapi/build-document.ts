import type { INestApplication } from '@nestjs/common';
import { ApiExcludeController, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { OperationsController } from '@vigia/service-kit';
import { describeAnswerHeaders } from './answer-headers.js';
import { license, sessionScheme } from './api-call.js';
import { describeCallers, sessionCookies } from './callers.js';
import { describeLinks } from './links.js';
import { NamedComponents } from './named-components.js';
import { operationsIn } from './operations-in.js';
import { describeParameterExamples } from './parameter-examples.js';
import { plainSchema } from './plain-schema.js';
import { describeUnknownNames } from './unknown-names.js';
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
  'Every path of v1 and v2 also exists under `/api`; those of the panel do not. Every error has the same three fields: `statusCode`, `error` and `message`, and its code in the header `X-Error-Code`. A program decides by the status and the code: codes are stable, and new ones may come; the sentence in `message` may change. The descriptions of the errors below list their codes. Errors of the panel also have `code` and `params`, from which a page can make its own sentence. The `X-Correlation-Id` of an answer is the id of the call in the logs of Vigía: name it if you ask about an error.',
  'A `POST` that may cost takes an `Idempotency-Key`: if it is repeated with the same key and body within 24 hours, it is done once and gets the same answer. If a load was answered 202, the repeated call tells how it ended.',
  'A day is written YYYY-MM-DD. One that you send lies between 1900 and 2200; a register may name an earlier one. An instant is written as in RFC 3339, with its zone.',
  'Text must not contain a NUL or half of a surrogate pair.',
  'Unknown fields and parameters are refused with 400, and so is a parameter that is given twice. For an unknown parameter (`fehca`), and in v1 and v2 for an unknown field of a body, the message names the most similar known one, or all of them if none is similar.',
  'Calls are limited per credential or signed-in user, or per address if the call has no valid one. Calls for a token, sign-ins and passwords set by a link always count per address, and calls about your own sessions and password per session. Every answer says in its `RateLimit-*` headers how many calls are left, unless the request could not be read as HTTP (400, 408, 431). Some things have limits of their own: documents per minute, wrong secrets, sign-ins, acts of a user (200, then one a second), refused acts of a user (50, then one in two seconds), concurrent reports and previews (`simular`), open CSV files (ten per corporation and replica), bodies of requests that arrive at once, and answers that are not read (16 MB per corporation and replica). A load balancer may limit the calls of an address. If one of these limits is reached, only `Retry-After` of the 429 tells how long to wait. A 401 says in `WWW-Authenticate` which authentication the call needs.',
  'The section for foreign trade has the key `comercio_exterior`.',
  '[/openapi-webhooks.json](/openapi-webhooks.json) describes the deliveries to your webhooks.',
].join('\n\n');

// Its calls are for the orchestrator and Prometheus.
ApiExcludeController()(OperationsController);

/** The document for callers who come by TLS, or without. */
export function buildDocument(app: INestApplication, protocol: 'https' | 'http'): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Vigia API')
    .setDescription(description)
    .setVersion('2.0.0-beta')
    .addServer('/', 'this instance')
    .addTag('autenticacion', 'access tokens')
    .addTag('perfiles', 'loading and reading profiles')
    .addTag('portafolio', 'listing, filtering and counting your profiles')
    .addTag('cuota', 'contracts, monitoring-months, charges, and previews of the cost of a call')
    .addTag('webhooks', 'sending summaries to your webhooks')
    .addTag('panel: sessions', 'signing in and out; calls that change something must come from a page of this site')
    .addTag('panel: users', 'users of a corporation, managed by its administrators')
    .addTag('panel: portfolio', 'the profiles of a corporation as a list, and the development of their risk')
    .addTag('panel: profiles', 'one profile, for the users of a corporation')
    .addTag('panel: acts', 'loads, forced updates and monitoring: previews, requests and results')
    .addTag('panel: quota', 'contracts, months and charges')
    .addTag('panel: webhooks', 'settings and history of webhooks; members read, administrators change')
    .addTag('panel: credentials', 'access keys of programs, managed by administrators')
    .addTag('panel: views', 'saved searches of the screens')
    .addTag('panel: audit', 'record of the acts of users and operators')
    .addTag('panel: operators', 'corporations, users, contracts, audit record and state of the platform, for operators')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'access key and access secret' })
    .addCookieAuth(
      sessionCookies[protocol],
      {
        type: 'apiKey',
        in: 'cookie',
        description:
          'the session of a user; `__Host-vigia` over TLS, `vigia` without. A call that changes something may send a `userId` in the header `Vigia-User`: it is refused if another user is signed in',
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
  describeUnknownNames(document);
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
