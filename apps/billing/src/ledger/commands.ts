import { createHash } from 'node:crypto';
import { type Day, type Origin, VigiaError } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { currentCorrelationId } from '@vigia/observability';

export interface Command<Plan = unknown, Outcome = unknown> {
  id: string;
  asOf: Day;
  /** Who gave it. Every entry that follows from it names them. */
  actor: string;
  contractId: string | null;
  plan: Plan | null;
  /** Null while the transaction that wrote the command runs. */
  outcome: Outcome | null;
}

interface Asked {
  commandId: string;
  corporationId: string;
  /** The call that brought it. A repetition may come by another call, so this is not compared. */
  origin: Origin;
  request: object;
}

type CommandKind = 'load' | 'reprocess' | 'activate' | 'adjust';

const columns = sql`id, as_of, actor, contract_id, plan, outcome`;

/**
 * Records commands, or finds them as first recorded, with their outcome. If the same command comes twice at once, the second waits here for
 * the first.
 */
export async function openCommands<Plan, Outcome>(
  tx: Transaction,
  kind: CommandKind,
  asked: Asked[],
): Promise<Map<string, Command<Plan, Outcome>>> {
  const rows = asked.map(({ commandId, corporationId, origin, request }) => ({
    commandId,
    corporationId,
    ...origin,
    hash: hashOf(kind, request),
  }));
  tx.send(
    sql`INSERT INTO billing.quota_command (id, corporation_id, kind, request_hash, as_of, actor, correlation_id, idempotency_key, created_at)
     SELECT "commandId", "corporationId", $2, decode(hash, 'hex'), public.lima_today(), actor, "correlationId", "idempotencyKey", clock_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS asked ("commandId" uuid, "corporationId" uuid, hash text, actor text, "correlationId" text,
       "idempotencyKey" text) ORDER BY "commandId"
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows), kind],
  );
  const commands = await tx.rows<Command<Plan, Outcome> & { hash: string }>(
    sql`SELECT ${columns}, encode(request_hash, 'hex') AS hash FROM billing.quota_command WHERE id = ANY($1)`,
    [rows.map(({ commandId }) => commandId)],
  );
  const byId = new Map(commands.map((command) => [command.id, command]));
  for (const { commandId, hash } of rows) {
    if (byId.get(commandId)?.hash !== hash) throw VigiaError.of('conflict', { detail: 'this id was used for another command' });
  }
  return byId;
}

export async function openCommand<Plan, Outcome>(tx: Transaction, kind: CommandKind, asked: Asked): Promise<Command<Plan, Outcome>> {
  const commands = await openCommands<Plan, Outcome>(tx, kind, [asked]);
  return commands.get(asked.commandId) as Command<Plan, Outcome>;
}

export function closeCommands(tx: Transaction, closed: Omit<Command, 'asOf' | 'actor'>[]): void {
  tx.send(
    sql`UPDATE billing.quota_command SET contract_id = closed."contractId", plan = closed.plan, outcome = closed.outcome
     FROM jsonb_to_recordset($1::jsonb) AS closed (id uuid, "contractId" uuid, plan jsonb, outcome jsonb)
     WHERE quota_command.id = closed.id AND quota_command.id = ANY($2)`,
    [JSON.stringify(closed), closed.map(({ id }) => id)],
  );
}

async function readCommand<Plan>(tx: Transaction, id: string): Promise<Command<Plan> | undefined> {
  const [command] = await tx.rows<Command<Plan>>(sql`SELECT ${columns} FROM billing.quota_command WHERE id = $1`, [id]);
  return command;
}

/**
 * Waits for the command of a request whose sender has stopped waiting for a reply, because the command may still be running. If there is
 * none, nobody can write one before this transaction ends, because that takes the same key.
 */
function commandUnderWay<Plan>(
  tx: Transaction,
  kind: CommandKind,
  { requestId, corporationId }: { requestId: string; corporationId: string },
): Promise<Command<Plan> | undefined> {
  tx.send(
    sql`INSERT INTO billing.quota_command (id, corporation_id, kind, request_hash, as_of) VALUES ($1, $2, $3, '', public.lima_today())
     ON CONFLICT DO NOTHING`,
    [requestId, corporationId, kind],
  );
  tx.send(sql`DELETE FROM billing.quota_command WHERE id = $1 AND request_hash = ''`, [requestId]);
  return readCommand<Plan>(tx, requestId);
}

/** The origin of an operator's command. */
export function originOf({ commandId, actor }: { commandId: string; actor: string }): Origin {
  return { actor, correlationId: currentCorrelationId() ?? commandId };
}

function hashOf(kind: CommandKind, request: object): string {
  const sorted = Object.fromEntries(Object.entries(request).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted]))
    .digest('hex');
}

/**
 * Settles a request once, by the command that it may have begun with; if the loader may have got no reply to that one, it may still be
 * running. If the request is settled again, the answer is the first outcome.
 */
export async function settleOnce<Plan, Outcome extends object>(
  tx: Transaction,
  kind: CommandKind,
  request: { requestId: string; corporationId: string; origin?: Origin },
  mayBeUnanswered: boolean,
  settle: (command: Command<Plan> | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  const { requestId, origin } = request;
  const settlement = tx.rows(
    sql`INSERT INTO billing.settlement (request_id, actor, correlation_id, idempotency_key) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [requestId, origin?.actor ?? null, origin?.correlationId ?? null, origin?.idempotencyKey ?? null],
  );
  const [first, written] = await Promise.all([settlement, readCommand<Plan>(tx, requestId)]);
  if (first.length === 0) return outcomeOf(tx, requestId);
  const outcome = await settle(written ?? (mayBeUnanswered ? await commandUnderWay<Plan>(tx, kind, request) : undefined));
  tx.send(sql`UPDATE billing.settlement SET outcome = $2 WHERE request_id = $1`, [requestId, JSON.stringify(outcome)]);
  return outcome;
}

async function outcomeOf<Outcome>(tx: Transaction, requestId: string): Promise<Outcome> {
  const [row] = await tx.rows<{ outcome: Outcome }>(sql`SELECT outcome FROM billing.settlement WHERE request_id = $1`, [requestId]);
  return row!.outcome;
}

/** Requests that are already settled: no more accesses are opened for them. */
export async function settledRequests(tx: Transaction, requestIds: string[]): Promise<Set<string>> {
  const settled = await tx.rows<{ requestId: string }>(sql`SELECT request_id FROM billing.settlement WHERE request_id = ANY($1)`, [
    requestIds,
  ]);
  return new Set(settled.map(({ requestId }) => requestId));
}
