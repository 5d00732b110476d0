import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerKind } from '@vigia/testing';
import * as fc from 'fast-check';
import { unchanged } from './changes.js';
import { mayCall } from './credentials.js';
import { Findings, show, type Finding } from './findings.js';
import { followUpsOf } from './follow-ups.js';
import { longestMsAtRest, problemsOf, type Call } from './oracle.js';
import { nameOf } from './places.js';
import { steps, type Step } from './plan.js';
import { requestOf, send, type Answer, type Draft, type Json, type Request } from './request.js';
import { documents, drafts } from './values.js';
import { LogWatch } from './watch-logs.js';
import { buildWorld, type World } from './world.js';

interface FuzzOptions {
  seed: number;
  /** The run ends after this many requests, or this many seconds. */
  requests?: number;
  seconds?: number;
  /** A slower answer is a finding. */
  longestMs?: number;
  /** Retries once after a 503 that asks for it: on a busy machine one service may not hear from another in time. */
  asksAgain?: boolean;
  /** For how long a request with a finding is made smaller. */
  shrinkMs?: number;
  say: (line: string) => void;
  /** Ends the run early. */
  signal?: AbortSignal;
}

interface FuzzResult {
  findings: Finding[];
  /** Without those that only made a finding smaller. */
  requests: number;
  /** How many answers each operation gave, by status. */
  statuses: Map<string, Map<number, number>>;
  /** How often each kind of change was made. */
  kinds: Map<string, number>;
}

/** How much longer than allowed the run waits for an answer. */
const impatienceMs = 15_000;
const reportEveryMs = 10_000;
const usualShrinkMs = 3_000;
const endsSessions = /^(?!GET).+ \/panel\/v1\/(operator\/)?(session|sessions|password|users\/.*)\b/;

/** Builds the product, fuzzes it and takes it down. */
export async function runFuzz({ broker, ...options }: FuzzOptions & { broker: BrokerKind }): Promise<FuzzResult> {
  options.say(`seed ${options.seed}, broker ${broker}: starting the services`);
  const world = await buildWorld(broker);
  try {
    return await fuzz(world, options);
  } finally {
    await world.stop();
  }
}

/** Sends everything that the seed draws, and reports which answers broke a rule. */
export async function fuzz(
  world: World,
  {
    seed,
    requests = Infinity,
    seconds = Infinity,
    longestMs = longestMsAtRest,
    asksAgain = false,
    shrinkMs = usualShrinkMs,
    say,
    signal,
  }: FuzzOptions,
): Promise<FuzzResult> {
  const run = new Run(world, longestMs, asksAgain, shrinkMs);
  const endsAt = performance.now() + seconds * 1000;
  let reportAt = performance.now() + reportEveryMs;
  for (const step of steps(world.operations, seed)) {
    if (run.requests >= requests || performance.now() >= endsAt || signal?.aborted) break;
    await run.take(step);
    if (performance.now() < reportAt) continue;
    say(`  ${run.requests} requests, ${run.findings.all.length} findings`);
    reportAt = performance.now() + reportEveryMs;
  }
  const { findings, statuses, kinds } = run;
  return { findings: findings.all, requests: run.requests, statuses, kinds };
}

interface Exchange {
  call: Call;
  request: Request;
  answer: Answer;
  problems: Record<string, string>;
}

class Run {
  readonly findings = new Findings();
  readonly statuses: FuzzResult['statuses'] = new Map();
  readonly kinds: FuzzResult['kinds'] = new Map();
  requests = 0;
  private excused = 0;
  private readonly logs: LogWatch;

  constructor(
    private readonly world: World,
    private readonly longestMs: number,
    private readonly asksAgain: boolean,
    private readonly shrinkMs: number,
  ) {
    this.logs = new LogWatch(world.services);
  }

  /** One request; if it breaks a rule in a new way, smaller ones until none breaks it any more. */
  async take(step: Step): Promise<void> {
    let target: Finding | undefined;
    let shrinksUntil: number | undefined;
    const property = fc.asyncProperty(this.draftsOf(step), async (draft) => {
      // The time limit of fast-check would begin before the first request, and would leave a request alone that still runs.
      if (shrinksUntil !== undefined && performance.now() > shrinksUntil) return true;
      const exchange = await this.exchange(step, draft);
      if (shrinksUntil === undefined) {
        target = this.judge(exchange);
        shrinksUntil = performance.now() + this.shrinkMs;
      }
      if (!target || exchange.problems[target.rule] === undefined) return true;
      show(target, step.credential, exchange.request, exchange.answer);
      return false;
    });
    await fc.check(property, { seed: step.seed, numRuns: 1 });
  }

  private draftsOf({ operation, changes, credential, isForeign }: Step): fc.Arbitrary<Draft> {
    const { owner } = this.world.credential(credential);
    const known = (name: string) => this.world.known.of((isForeign ? this.world.otherThan(owner) : owner) ?? '', name);
    const [first] = changes;
    const well = drafts(operation, known, first?.place ?? { in: 'body', steps: [] });
    return changes.reduce((drawn, change) => drawn.chain((draft) => change.apply(draft)), well);
  }

  private async exchange(step: Step, draft: Draft): Promise<Exchange> {
    const credential = this.world.credential(step.credential);
    const call: Call = { ...step, credential, draft, isForeign: step.isForeign && this.isForeign(draft, credential.owner) };
    const request = requestOf(step.operation, draft, credential.headers);
    const answer = await this.answerTo(request);
    const problems = problemsOf(call, answer, this.longestMs);
    if (answer.status >= 500 && 'Idempotency-Key' in draft.header && (await this.send(request)).text === answer.text)
      problems['a fault is kept as the answer of a key'] = answer.text;
    Object.assign(problems, await this.followUp(call, answer));
    await this.afterwards(call, answer);
    return { call, request, answer, problems };
  }

  /** The gateway logs every answer of 500 and above. If such an answer is not judged, its log lines are not judged either. */
  private isExcused(line: string): boolean {
    // A transaction of the service waited too long for another one: its work is repeated.
    if (this.asksAgain && line.includes('"sqlState":"55P03"')) return true;
    if (this.excused === 0 || !line.includes('"msg":"request failed"')) return false;
    this.excused -= 1;
    return true;
  }

  private async answerTo(request: Request): Promise<Answer> {
    const answer = await this.send(request);
    if (!this.asksAgain || answer.status !== 503 || answer.retryAfter === undefined) return answer;
    this.excused += 1;
    await sleep(answer.retryAfter * 1_000);
    return this.send(request);
  }

  private send(request: Request): Promise<Answer> {
    return send(this.world.url, request, this.longestMs + impatienceMs);
  }

  /** An operator belongs to no corporation, and nothing is foreign to one. */
  private isForeign({ path }: Draft, owner: string | undefined): boolean {
    if (owner === undefined) return false;
    const theirs = this.world.otherThan(owner);
    return Object.entries(path).some(([name, value]) =>
      name === 'taxId' ? value === documents.foreign : this.world.known.of(theirs, name).includes(value),
    );
  }

  /** What must hold after the call, asked by its caller or by the administrator of the same corporation. */
  private async followUp(call: Call, answer: Answer): Promise<Record<string, string>> {
    const problems: Record<string, string> = {};
    for (const { operation, draft, rule, isBroken } of followUpsOf(call, answer, this.world.operations)) {
      const caller = [call.credential, this.world.administratorOf(call.credential.owner)].find(({ role }) => mayCall(operation, role));
      if (!caller) continue;
      const got = await this.answerTo(requestOf(operation, draft, caller.headers));
      if (isBroken(got)) problems[rule] = `${operation.name} gives ${got.status} ${got.text.slice(0, 200)}`;
    }
    return problems;
  }

  private async afterwards({ operation, credential }: Call, { status, contentType, text }: Answer): Promise<void> {
    if (status >= 300) return;
    if (credential.owner && contentType.startsWith('application/json')) this.world.known.learn(credential.owner, JSON.parse(text) as Json);
    if (endsSessions.test(operation.name)) await this.world.mend();
  }

  /** Records what one exchange shows; returns the first new finding. */
  private judge({ call, request, answer, problems }: Exchange): Finding | undefined {
    const { operation, changes } = call;
    this.requests += 1;
    count(this.statuses, operation.name, answer.status);
    for (const { kind } of changes) this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    const made = changes.filter(({ kind }) => kind !== unchanged.kind);
    const kind = made.map((change) => change.kind).join(' and ') || 'nothing wrong';
    const places = made.map(({ place }) => nameOf(place)).join(' and ') || 'as it should be';
    const fresh = Object.entries(problems).flatMap(([rule, seen]) => {
      const finding = this.findings.add({ rule, where: `${operation.name}, ${places}`, seen, afterRequests: this.requests }, kind);
      if (finding) show(finding, call.credential.name, request, answer);
      return finding ?? [];
    });
    for (const { rule, where, line } of this.logs.look()) {
      if (this.isExcused(line)) continue;
      const finding = this.findings.add({ rule, where, seen: line.slice(0, 1_000), afterRequests: this.requests }, kind);
      if (finding) show(finding, call.credential.name, request, answer);
    }
    return fresh[0];
  }
}

function count(counts: FuzzResult['statuses'], name: string, status: number): void {
  const ofName = counts.get(name) ?? new Map<number, number>();
  counts.set(name, ofName.set(status, (ofName.get(status) ?? 0) + 1));
}
