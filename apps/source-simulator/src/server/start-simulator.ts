import { fastify, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { CallLog, ControlBoard } from '../control/control-board.js';
import { World } from '../domain/world.js';
import { controlRoutes } from './control-routes.js';
import { documentsPage } from './documents-page.js';
import { sourceRoutes } from './source-routes.js';

interface SchemaProblem {
  instancePath: string;
  message?: string;
  params: { allowedValues?: readonly unknown[]; additionalProperty?: string };
}

/** One sentence that names the field and what is allowed in it. */
function describeProblem(problems: readonly SchemaProblem[], part: string): Error {
  const { instancePath, message, params } = problems[0]!;
  const field = [part, ...instancePath.split('/').filter(Boolean)].join('.');
  if (params.allowedValues) return new Error(`${field} must be one of ${params.allowedValues.join(', ')}`);
  if (params.additionalProperty) return new Error(`${field} has an unknown field ${params.additionalProperty}`);
  return new Error(`${field} ${message}`);
}

function sendProblem(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  return reply.code(status).send({ error: status < 500 ? 'invalid_request' : 'internal', message: error.message });
}

export interface SimulatorOptions {
  host?: string;
  /** 0: any free port. */
  port?: number;
  /** Another seed is another country with other taxpayers. */
  worldSeed?: string;
  /** Factor on the delays of magic documents; delays of control rules are not scaled. */
  timeScale?: number;
  now?: () => Date;
}

export interface Simulator {
  url: string;
  close(): Promise<void>;
}

export async function startSimulator({
  host = '127.0.0.1',
  port = 0,
  worldSeed = 'vigia',
  timeScale = 1,
  now = () => new Date(),
}: SimulatorOptions = {}): Promise<Simulator> {
  const app = fastify({
    // Calls that are never answered must not delay the end of the server.
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // A wrong control call is refused, never corrected silently.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    schemaErrorFormatter: describeProblem,
  });
  const stopping = new AbortController();
  const control = { board: new ControlBoard(), calls: new CallLog() };

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-simulated', 'true');
    done();
  });
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not_found' }));
  app.get('/health/live', () => ({ status: 'ok' }));
  documentsPage(app);
  controlRoutes(app, control);
  sourceRoutes(app, { ...control, world: new World(worldSeed), timeScale, now, stopping: stopping.signal });

  const url = await app.listen({ host, port });
  return {
    url,
    async close() {
      stopping.abort();
      await app.close();
    },
  };
}
