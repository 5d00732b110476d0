import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

interface SchemaProblem {
  instancePath: string;
  message?: string;
  params: { allowedValues?: readonly unknown[]; additionalProperty?: string };
}

/** One sentence that names the field and what is allowed in it. */
export function describeProblem(problems: readonly SchemaProblem[], place: string): Error {
  const { instancePath, message, params } = problems[0]!;
  const field = [place, ...instancePath.split('/').filter(Boolean)].join('.');
  if (params.allowedValues) return new Error(`${field} must be one of ${params.allowedValues.join(', ')}`);
  if (params.additionalProperty) return new Error(`${field} has an unknown field ${params.additionalProperty}`);
  return new Error(`${field} ${message}`);
}

export function sendProblem(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  return reply.code(status).send({ error: status < 500 ? 'invalid_request' : 'internal', message: error.message });
}
