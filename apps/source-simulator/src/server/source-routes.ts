import { setTimeout as pause } from 'node:timers/promises';
import { docTypes, isValidDocument, type DocType, type Document } from '@vigia/contracts';
import type { FastifyInstance } from 'fastify';
import { monthAt } from '../domain/month.js';
import { taxpayerOf } from '../domain/taxpayer.js';
import type { World } from '../domain/world.js';
import { answer, type Answering } from './answers.js';
import { isSource, type Control } from './control-routes.js';

interface Simulation extends Control {
  world: World;
  timeScale: number;
  now: () => Date;
  stopping: AbortSignal;
}

interface SourceRoute {
  Params: { source: string; docType: string; taxId: string };
}

export function sourceRoutes(app: FastifyInstance, { board, calls, world, timeScale, now, stopping }: Simulation): void {
  app.get<SourceRoute>('/sources/:source/:docType/:taxId', async (request, reply) => {
    const { source, docType, taxId } = request.params;
    if (!isSource(source)) return reply.code(404).send({ error: 'unknown_source' });
    const document = { docType, taxId };
    if (!isDocument(document)) return reply.code(400).send({ error: 'invalid_document', message: `${taxId} is not a valid ${docType}` });

    const call = calls.record(source, taxId);
    const rule = board.take(source, taxId);
    const taxpayer = taxpayerOf(world, document, call);
    const delayMs = rule?.delayMs ?? taxpayer.delayMs * timeScale;
    if (delayMs > 0 && !(await waited(delayMs, AbortSignal.any([request.signal, stopping])))) return reply.hijack();

    const observedAt = now();
    const outcome = rule?.outcome ?? taxpayer.script(source, call);
    const asked: Answering = { world, source, taxpayer, call, observedAt, month: monthAt(observedAt), timeScale };
    return answer(reply, outcome, asked);
  });
}

function isDocument(document: { docType: string; taxId: string }): document is Document {
  return (docTypes as readonly string[]).includes(document.docType) && isValidDocument(document.docType as DocType, document.taxId);
}

/** false: whoever waited for the answer is gone, or the simulator stops. */
async function waited(delayMs: number, givenUp: AbortSignal): Promise<boolean> {
  return pause(delayMs, true, { signal: givenUp }).catch(() => false);
}
