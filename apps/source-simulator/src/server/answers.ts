import type { SourceName } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { Inquiry } from '../domain/inquiry.js';
import { monthText, type Month } from '../domain/month.js';
import type { Outcome } from '../domain/outcome.js';
import type { Taxpayer } from '../domain/taxpayer.js';
import { generatorVersion, type World } from '../domain/world.js';
import { generators } from '../sources/generators.js';

export interface Answering {
  world: World;
  source: SourceName;
  taxpayer: Taxpayer;
  call: number;
  observedAt: Date;
  month: Month;
  timeScale: number;
}

const retryAfterSeconds = 2;

/** Puts an outcome on the wire. Where there are two ways to be wrong, calls take turns. */
export function answer(reply: FastifyReply, outcome: Outcome, asked: Answering): FastifyReply {
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
      // Taken out of fastify's hands and left open until the client goes or the server closes.
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

/** What a provider answers that has renamed its fields overnight. */
function otherFields(data: object | null): object {
  return Object.fromEntries(Object.entries(data ?? {}).map(([field, value]) => [`${field}_nuevo`, value]));
}
