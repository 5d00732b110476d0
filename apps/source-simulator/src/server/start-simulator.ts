import { fastify } from 'fastify';
import { CallLog } from '../control/call-log.js';
import { ControlBoard } from '../control/control-board.js';
import { World } from '../domain/world.js';
import { controlRoutes } from './control-routes.js';
import { describeProblem, sendProblem } from './problems.js';
import { sourceRoutes } from './source-routes.js';

export interface SimulatorOptions {
  host?: string;
  /** 0: any free port. */
  port?: number;
  /** Another seed is another country with other taxpayers. */
  worldSeed?: string;
  /** Factor on the delays of magic documents; delays set by control are taken as they are. */
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
    // Calls that are never answered must not hold up the end.
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // A wrong control call is told so; it is never corrected in silence.
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
