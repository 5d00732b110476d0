import { type DocType, docTypes, type Document, isSourceName, isValidDocument, type SourceName } from '@vigia/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { Inquiry } from '../domain/inquiry.js';
import { type Outcome } from '../domain/outcome.js';
import { type Month, monthAt, monthText } from '../domain/month.js';
import { type Taxpayer, taxpayerOf } from '../domain/taxpayer.js';
import { generatorVersion, type World } from '../domain/world.js';
import { generators } from '../sources/generators.js';
import type { Control } from './control-routes.js';

interface Answering {
  world: World;
  source: SourceName;
  taxpayer: Taxpayer;
  call: number;
  observedAt: Date;
  month: Month;
  timeScale: number;
}

const retryAfterSeconds = 2;

/** Sends an outcome. If it can be sent in two ways, calls take turns. */
function answer(reply: FastifyReply, outcome: Outcome, asked: Answering): FastifyReply {
  const isFirstWay = asked.call % 2 === 0;
  switch (outcome) {
    case 'ok':
      return reply.send(envelope(asked, told(asked)));
    case 'no_data':
      return reply.send(envelope(asked, null));
    case 'unknown_taxpayer':
      return reply.code(404).send({ error: 'unknown_taxpayer' });
    case 'not_contracted':
      return reply.code(403).send({ error: 'not_contracted' });
    case 'rate_limited':
      return reply
        .code(429)
        .header('retry-after', Math.round(retryAfterSeconds * asked.timeScale))
        .send({ error: 'rate_limited' });
    case 'error':
      return reply.code(isFirstWay ? 500 : 503).send({ error: 'source_failed' });
    case 'malformed':
      return isFirstWay ? brokenJson(reply, asked) : htmlPage(reply);
    case 'drifted':
      return reply.send(envelope(asked, otherFields(told(asked))));
    case 'timeout':
      // Fastify releases the connection; it stays open until the client leaves or the server closes.
      return reply.hijack();
  }
}

function told({ world, taxpayer, source, month }: Answering): object | null {
  return generators[source](new Inquiry(world, taxpayer, source, month));
}

function envelope({ source, observedAt, month }: Answering, data: object | null) {
  return {
    source,
    sourceVersion: `sim-${generatorVersion}/${monthText(month)}`,
    observedAt: observedAt.toISOString(),
    simulated: true,
    data,
  };
}

function brokenJson(reply: FastifyReply, asked: Answering): FastifyReply {
  const whole = JSON.stringify(envelope(asked, {}));
  return reply.type('application/json').send(whole.slice(0, -2));
}

function htmlPage(reply: FastifyReply): FastifyReply {
  return reply.type('text/html').send('<!doctype html><title>Mantenimiento</title><p>Servicio no disponible por mantenimiento.</p>');
}

/** The answer of a provider that has renamed its fields. */
function otherFields(data: object | null): object {
  return Object.fromEntries(Object.entries(data ?? {}).map(([field, value]) => [`${field}_nuevo`, value]));
}

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
    if (!isSourceName(source)) return reply.code(404).send({ error: 'unknown_source' });
    const document = { docType, taxId };
    if (!isDocument(document)) return reply.code(400).send({ error: 'invalid_document', message: `${taxId} is not a valid ${docType}` });

    const call = calls.record(source, taxId);
    const { rule, replaced } = board.take(source, taxId) ?? {};
    const taxpayer = taxpayerOf(world, document, call);
    const delayMs = rule?.delayMs ?? taxpayer.delayMs * timeScale;
    if (delayMs > 0 && !(await waited(delayMs, AbortSignal.any([request.signal, stopping]), replaced))) return reply.hijack();

    const observedAt = now();
    const outcome = rule?.outcome ?? taxpayer.script(source, call);
    const asked: Answering = { world, source, taxpayer, call, observedAt, month: monthAt(observedAt), timeScale };
    return answer(reply, outcome, asked);
  });
}

function isDocument(document: { docType: string; taxId: string }): document is Document {
  return (docTypes as readonly string[]).includes(document.docType) && isValidDocument(document.docType as DocType, document.taxId);
}

/** False if the client has left or the simulator stops. */
async function waited(delayMs: number, givenUp: AbortSignal, replaced?: AbortSignal): Promise<boolean> {
  const signal = replaced ? AbortSignal.any([givenUp, replaced]) : givenUp;
  await pause(delayMs, undefined, { signal }).catch(() => undefined);
  return !givenUp.aborted;
}
