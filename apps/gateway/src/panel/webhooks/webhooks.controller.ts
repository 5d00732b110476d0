import { Controller, Res } from '@nestjs/common';
import { panel, type PanelAnswer, type PanelRequest, VigiaError, type WebhookConfiguration } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import type { FastifyReply } from 'fastify';
import { PeerTurns } from '../../limits/peer-turns.js';
import { AuditLog } from '../../audit/audit-log.js';
import { type CostlyCall, fingerprintOf } from '../../idempotency/costly-call.js';
import { CostlyAct, CostlyActs } from '../acts/costly-acts.js';
import { Asked, Operation } from '../calls/operation.js';
import { type Changes, WebhookSettings } from './webhook-settings.js';

const { webhooks } = panel;
type Count = PanelAnswer<typeof webhooks.recover>;
type NewWebhook = PanelRequest<typeof webhooks.create>['body'];

const usualHours = 24;
/**
 * A preflight waits for the server of a receiver, and before that for its token server. A recovery resends thousands of deliveries in pieces.
 * The dispatcher stops waiting for either after a minute; a recovery goes on.
 */
const ofLongWork = { timeoutMs: 50_000 };

/** A page asks for the health of up to twenty receivers, and again with every event. The dispatcher lets eight of a corporation wait. */
const mostCounted = 2;

@Controller()
export class WebhooksController {
  private readonly counts = new PeerTurns({ running: mostCounted });

  constructor(
    private readonly peers: Peers,
    private readonly settings: WebhookSettings,
    private readonly audit: AuditLog,
    private readonly acts: CostlyActs,
  ) {}

  @Operation(webhooks.list)
  async list(@Asked() { self: { corporationId } }: Asked<typeof webhooks.list>): Promise<PanelAnswer<typeof webhooks.list>> {
    const { configurations } = await this.counts.take(corporationId, () => this.peers.ask('webhooks.list', { corporationId }, twice));
    return { webhooks: configurations };
  }

  /** The gateway chooses the id: a client that could choose the id of an existing webhook would get its secret key. */
  @Operation(webhooks.create)
  create(
    @Asked() { body, actor, self }: Asked<typeof webhooks.create>,
    @CostlyAct() call: CostlyCall,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const detail = { fields: Object.keys(body), active: body.active, ...serversIn(body) };
    const act = { actor, action: 'webhook.create', detail };
    const create = (configurationId: string) => this.settings.create(self.corporationId, configurationId, body);
    return this.acts.once(ofNoSecret(call, body), act, reply, create, (created) => ({ status: 200, body: created, isKept: false }));
  }

  @Operation(webhooks.edit)
  async edit(@Asked() { params, body, actor, self }: Asked<typeof webhooks.edit>): Promise<PanelAnswer<typeof webhooks.edit>> {
    const { configurationId } = params;
    const { expectedUpdatedAt, ...changes } = body;
    const before = await this.before(self.corporationId, configurationId, changes);
    const detail = { fields: Object.keys(changes), active: changes.active, ...serversIn(changes, before) };
    const edit = () => this.settings.edit({ corporationId: self.corporationId, configurationId, expectedUpdatedAt }, changes);
    return { webhook: await this.audit.record({ actor, action: 'webhook.edit', subject: configurationId, detail }, edit) };
  }

  /**
   * For the record, which names the servers that an edit replaces. The list also counts deliveries; if they cannot be counted now, the edit
   * is made and recorded without those servers.
   */
  private async before(corporationId: string, configurationId: string, edit: Changes): Promise<WebhookConfiguration | undefined> {
    if (edit.url === undefined && edit.oauth === undefined) return undefined;
    const { configurations } = await this.peers.ask('webhooks.list', { corporationId }, twice).catch((error: unknown) => {
      if (error instanceof VigiaError && ['unavailable', 'too_many_requests'].includes(error.code)) return { configurations: [] };
      throw error;
    });
    return configurations.find((one) => one.configurationId === configurationId);
  }

  @Operation(webhooks.warnings)
  warnings(@Asked() { self: { corporationId } }: Asked<typeof webhooks.warnings>): Promise<PanelAnswer<typeof webhooks.warnings>> {
    return this.peers.ask('webhooks.warnings', { corporationId }, twice);
  }

  @Operation(webhooks.health)
  health(@Asked() { params, query, self }: Asked<typeof webhooks.health>): Promise<PanelAnswer<typeof webhooks.health>> {
    const { corporationId } = self;
    const hours = Number(query.hours ?? usualHours);
    return this.counts.take(corporationId, () => this.peers.ask('webhooks.health', { ...params, corporationId, hours }, twice));
  }

  @Operation(webhooks.preflight)
  preflight(@Asked() asked: Asked<typeof webhooks.preflight>): Promise<PanelAnswer<typeof webhooks.preflight>> {
    const { params, actor, self } = asked;
    const own = { ...params, corporationId: self.corporationId };
    const act = { actor, action: 'webhook.preflight', subject: params.configurationId };
    return this.audit.record(act, () => this.peers.ask('webhooks.preflight', own, ofLongWork));
  }

  @Operation(webhooks.test)
  test(@Asked() { params, actor, self }: Asked<typeof webhooks.test>): Promise<PanelAnswer<typeof webhooks.test>> {
    const own = { ...params, corporationId: self.corporationId };
    const act = { actor, action: 'webhook.test', subject: params.configurationId };
    return this.audit.record(act, () => this.peers.ask('webhooks.test', own));
  }

  @Operation(webhooks.countRecoverable)
  countRecoverable(@Asked() { params, query, self: { corporationId } }: Asked<typeof webhooks.countRecoverable>): Promise<Count> {
    const asked = { ...params, ...query, corporationId, countOnly: true };
    return this.counts.take(corporationId, () => this.peers.ask('deliveries.recover', asked, twice));
  }

  @Operation(webhooks.recover)
  recover(@Asked() { params, body, actor, self: { corporationId } }: Asked<typeof webhooks.recover>): Promise<Count> {
    const command = { ...params, ...body, corporationId, countOnly: false };
    const act = { actor, action: 'webhook.recover', subject: params.configurationId, detail: body };
    return this.audit.record(act, () => this.peers.ask('deliveries.recover', command, ofLongWork));
  }
}

/** For the record: which servers get the profiles and the client secret from now on, and which got them before. */
function serversIn({ url, oauth }: Pick<Changes, 'url' | 'oauth'>, before?: WebhookConfiguration) {
  return {
    ...(url !== undefined && { server: originOf(url), serverBefore: originOf(before?.url) }),
    ...(oauth !== undefined && { tokenServer: originOf(oauth?.tokenUrl), tokenServerBefore: originOf(before?.oauth?.tokenUrl) }),
  };
}

/** Without path and query, which may hold a key. */
function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** A key is stored with a hash of its body, by which somebody could try out secrets. What has a secret is part of it. */
function ofNoSecret({ once, ...call }: CostlyCall, { oauth, ...body }: NewWebhook): CostlyCall {
  const withSecret = {
    headers: body.headers && namesIn(body.headers),
    oauth: oauth && { ...oauth, clientSecret: Boolean(oauth.clientSecret) },
  };
  const open = { ...body, ...withSecret };
  return { ...call, once: once && { ...once, fingerprint: fingerprintOf('POST', call.path, open) } };
}

/** The dispatcher refuses headers that are no JSON object. */
function namesIn(headers: string): string[] {
  try {
    return Object.keys(JSON.parse(headers) as object);
  } catch {
    return [];
  }
}
