import { isSourceName, possibleDocTypes } from '@vigia/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog, ControlBoard, Rule } from '../control/control-board.js';
import { controllableOutcomes } from '../domain/outcome.js';

export interface Control {
  board: ControlBoard;
  calls: CallLog;
}

const ruleSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    delayMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
    outcome: { enum: controllableOutcomes },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  },
};

interface RuleRoute {
  Params: { source: string; taxId?: string };
  Body: Rule;
}

export function controlRoutes(app: FastifyInstance, { board, calls }: Control): void {
  const lay = (request: FastifyRequest<RuleRoute>, reply: FastifyReply) => {
    const { source, taxId = null } = request.params;
    if (!isSourceName(source)) return reply.code(404).send({ error: 'unknown_source' });
    if (taxId !== null && possibleDocTypes(taxId).length === 0) {
      return reply.code(400).send({ error: 'invalid_document', message: `${taxId} is not a valid RUC, DNI or CE` });
    }
    return board.set(source, taxId, request.body);
  };

  app.put<RuleRoute>('/control/:source', { schema: { body: ruleSchema } }, lay);
  app.put<RuleRoute>('/control/:source/:taxId', { schema: { body: ruleSchema } }, lay);
  app.get('/control', () => ({ rules: board.list() }));
  app.get('/control/calls', () => ({ sources: calls.counts() }));
  app.delete('/control', (_request, reply) => {
    board.clear();
    calls.clear();
    return reply.code(204).send();
  });
}
