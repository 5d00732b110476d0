import { operationsOf } from '../../src/fuzz/operations.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const note = {
  type: 'object',
  properties: { noteId: { type: 'string', format: 'uuid' }, text: { type: 'string' } },
  required: ['noteId', 'text'],
};
const correlation = { 'X-Correlation-Id': { required: true, schema: { type: 'string', format: 'uuid' } } };
const error = { headers: correlation, ...json({ $ref: '#/components/schemas/Error' }) };
const errors = { 400: error, 401: error, 404: error, 415: error };

/** As small an interface as has one of everything that is drawn. */
const notesDocument = {
  paths: {
    '/notes': {
      post: {
        security: [{ bearer: [] }],
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }],
        requestBody: json({
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 100 },
            day: { type: 'string', format: 'date' },
            tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 5 },
            sender: { anyOf: [{ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }, { type: 'null' }] },
          },
          required: ['text', 'day'],
        }),
        responses: {
          200: {
            headers: correlation,
            links: { read: { operationId: 'readNote', parameters: { noteId: '$response.body#/noteId' } } },
            ...json(note),
          },
          ...errors,
        },
      },
    },
    '/notes/{noteId}': {
      get: {
        operationId: 'readNote',
        security: [{ bearer: [] }],
        parameters: [
          { name: 'noteId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
        ],
        responses: { 200: { headers: correlation, ...json(note) }, ...errors },
      },
      delete: {
        security: [{ bearer: [] }],
        parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { headers: correlation }, ...errors },
      },
    },
  },
  components: {
    schemas: {
      Error: {
        type: 'object',
        properties: { statusCode: { type: 'number' }, error: { type: 'string' }, message: { type: 'string' } },
        required: ['statusCode', 'error', 'message'],
      },
    },
  },
};

type Operation = ReturnType<typeof operationsOf>[0];

export const [writeNote, readNote, deleteNote] = operationsOf(notesDocument) as [Operation, Operation, Operation];
