import { apiVersions, sampleDocument, summaryExample, webhookBody } from '@vigia/contracts';
import { jsonSchema, license } from './api-call.js';
import { NamedComponents } from './named-components.js';
import { plainSchema } from './plain-schema.js';
import { withSchemas } from './schema-walk.js';

const triggerId = 'trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e';
const deliveryId = '3c1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2d44';
const { taxId } = sampleDocument;
/** Those of the request that docs/receivers.md shows with its key. */
const signature = 'sha256=79ba690e261b06e4dfc0c15738eab93e525285d3be5e2879e2db6f1f3cacb20c';
const standardSignature = 'v1,dSV4Ko57bPTNtnwDMJvCE7/S543+FdQWiu46uB+mJ3I=';
const example = {
  v1: {
    triggerId,
    taxId,
    profileLoadStatus: 'succeeded',
    failedSubhelpers: null,
    data: summaryExample.v1.data,
  },
  v2: { triggerId, taxId, data: summaryExample.v2.data },
};

const header = (name: string, description: string, value: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example: value,
});

/** The call that a receiver gets. */
const summaryDelivery = {
  post: {
    operationId: 'descargaResumenPerfil',
    summary: 'Receive the summary of a profile after a trigger',
    description:
      'An active profile is sent at once; otherwise it is sent when the load has ended, also when the load has failed, or when it still runs ' +
      'after the time that the operator allows, 30 minutes by default. ' +
      'Answer 2xx within the time that the operator allows, 30 seconds by default. A 410 ends the delivery, and redirects are not followed. ' +
      'After any other outcome Vigía repeats the delivery with the same bytes and the same triggerId, after growing pauses, eight times by default within a day. Then it has failed, and your administrator can resend it. ' +
      'The same delivery may come more than once. ' +
      'Your custom headers, and `Authorization` with OAuth 2.0, are sent as configured.',
    security: [],
    parameters: [
      header(
        'X-Service-Signature',
        'HMAC-SHA256 of the raw body with the secret key of the configuration; the example is of the request to try code with in docs/receivers.md',
        signature,
      ),
      header('X-Service-Trigger-Id', 'the triggerId of the body', triggerId),
      header('webhook-id', 'id of the delivery, the same in every attempt; only if Standard Webhooks is on', deliveryId, false),
      header(
        'webhook-timestamp',
        'time at which the attempt was signed, in seconds since 1970; only if Standard Webhooks is on',
        '1795532400',
        false,
      ),
      header(
        'webhook-signature',
        'HMAC-SHA256 of id, timestamp and body, several while secrets change; only if Standard Webhooks is on; the example is of the same request',
        standardSignature,
        false,
      ),
    ],
    requestBody: {
      required: true,
      description: 'body in version v1 or v2 (beta), as the configuration says',
      content: {
        'application/json': {
          schema: { oneOf: apiVersions.map((version) => jsonSchema(webhookBody[version])) },
          examples: Object.fromEntries(apiVersions.map((version) => [version, { value: example[version] }])),
        },
      },
    },
    responses: { '2XX': { description: 'accepted' } },
  },
};

/** A separate document, because many tools that read OpenAPI documents fail on one with webhooks. */
export function buildDeliveriesDocument(): object {
  const components = new NamedComponents();
  const paths = withSchemas({ '/': summaryDelivery }, (schema) => components.named(plainSchema(schema)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vigia webhooks',
      version: '2.0.0-beta',
      description: 'What your webhooks receive from Vigía. The API that you call is in /openapi.json.',
      license,
    },
    servers: [{ url: 'https://cliente.example/vigia', description: 'your receiver' }],
    paths,
    components: { schemas: components.schemas },
  };
}
