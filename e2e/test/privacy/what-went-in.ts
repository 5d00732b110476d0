import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer, PanelClient, System } from '@vigia/testing';
import type { NewClient } from '../../src/clients/new-client.js';
import { freshRuc, magic } from '../../src/clients/documents.js';

const around = 200;

/** Everything of one client that a log must not hold: each value is like no other text in the system. */
export class WhatWentIn {
  readonly values = new Set<string>();

  keep<T>(value: T): T {
    this.values.add(String(value));
    return value;
  }

  /** A secret, a name or a part of an address. */
  canary(what: string): string {
    return this.keep(`${what}-${randomBytes(8).toString('hex')}`);
  }

  /** As it is, or as an address spells it: with what stands around it, so that one sees where it came from. */
  foundIn(text: string): string[] {
    return [...this.values].flatMap((value) => {
      const place = [value, encodeURIComponent(value)].map((spelled) => text.indexOf(spelled)).find((found) => found >= 0);
      return place === undefined ? [] : [text.slice(Math.max(0, place - around), place + value.length + around)];
    });
  }
}

export interface Told {
  system: System;
  client: NewClient;
  admin: PanelClient;
  receiverUrl: string;
  /** A document in the portfolio of the client. */
  loaded: string;
}

/** Does everything that a client, a user and an operator can do, whatever the system answers. Returns why it refuses calls as malformed. */
export async function tellEverything({ system, client, admin, receiverUrl, loaded }: Told, wentIn: WhatWentIn): Promise<string[]> {
  const baseUrl = system.replicas('gateway')[0]!.url;
  const authorization = `Bearer ${wentIn.keep((await client.authorization()).authorization.slice('Bearer '.length))}`;
  const malformed: string[] = [];
  const answerOf = async (calling: Promise<Answer>): Promise<Answer | undefined> => {
    const answer = await calling.catch(() => undefined);
    if (answer?.status === 400) malformed.push(answer.body.message);
    return answer;
  };
  const api = (method: string, path: string, body?: unknown) =>
    answerOf(client.call(method, path, { body, headers: { authorization, 'idempotency-key': wentIn.keep(randomUUID()) } }));
  const panel = (method: string, path: string, body?: unknown) => answerOf(admin.call(method, path, { body }));
  const document = () => wentIn.keep(freshRuc());
  const address = (what: string) => `${receiverUrl}/${wentIn.canary(what)}?key=${wentIn.canary('query')}`;
  const email = () => wentIn.keep(`${randomBytes(8).toString('hex')}@prueba.example`);

  const webhook = {
    url: address('hook'),
    name: wentIn.canary('name'),
    description: wentIn.canary('description'),
    headers: JSON.stringify({ 'X-Api-Key': wentIn.canary('header') }),
    oauth: { tokenUrl: address('token'), clientId: wentIn.canary('client'), clientSecret: wentIn.canary('secret') },
  };
  await Promise.all([
    api('POST', '/v2/perfiles/cargar', { taxId: document(), docType: 'RUC' }),
    api('POST', '/v2/perfiles/cargar', { taxId: wentIn.keep(magic.dni), docType: 'DNI' }),
    api('POST', '/v2/perfiles/cargar', { taxId: wentIn.keep(magic.ce), docType: 'CE', isMonitoring: false }),
    api('POST', '/v2/perfiles/cargar', { taxId: wentIn.canary('no-document'), docType: 'RUC' }),
    api('POST', '/v1/perfiles/cargar-masivo', { taxIds: [document(), document()], docType: 'RUC' }),
    api('POST', '/v2/perfiles/forzar-actualizacion', { taxIds: [document(), loaded] }),
    api('GET', `/v2/perfiles/${document()}/resumen`),
    api('GET', `/v2/perfiles/${document()}/historial?seccion=${wentIn.canary('section')}`),
    api('GET', `/v2/${wentIn.canary('path')}?query=${wentIn.canary('query')}`),
    fetch(`${baseUrl}/v2/perfiles/cargar`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: `{"taxId": ${wentIn.canary('broken-json')}`,
    }).catch(() => undefined),
    client.call('POST', '/v2/autenticacion/obtener-token', {
      headers: { authorization: `Basic ${Buffer.from(`${client.accessKey}:${wentIn.canary('wrong')}`).toString('base64')}` },
    }),
    panel('POST', '/session', { email: email(), password: wentIn.canary('password') }),
    panel('PUT', '/password', { currentPassword: wentIn.canary('password'), newPassword: wentIn.canary('password') }),
    panel('PUT', '/password/by-link', { token: wentIn.canary('link'), newPassword: wentIn.canary('password') }),
    panel('POST', '/users', { email: email(), name: wentIn.canary('person'), role: 'member' }).then((answer) => {
      if (answer?.status === 201) wentIn.keep(answer.body.passwordLink.token);
    }),
    panel('POST', '/webhooks', webhook).then((answer) => {
      if (answer?.status === 201) wentIn.keep(answer.body.secretKey);
      return api('POST', '/v2/webhook/perfiles/resumen', { taxId: document(), docType: 'RUC' });
    }),
  ]);
  return malformed;
}
