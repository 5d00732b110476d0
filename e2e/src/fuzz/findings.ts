import { asCurl, type Answer, type Request } from './request.js';

/** One rule broken in one place, by any number of requests. */
export interface Finding {
  rule: string;
  /** The operation and what was wrong with the requests, or the service and what it logged. */
  where: string;
  kinds: Set<string>;
  seen: string;
  times: number;
  afterRequests: number;
  /** The smallest request found that shows it, and its answer. */
  request?: string;
  answer?: string;
}

/** The findings, each once. */
export class Findings {
  private readonly found = new Map<string, Finding>();

  get all(): Finding[] {
    return [...this.found.values()];
  }

  /** Returns the finding if it is new. */
  add(finding: Pick<Finding, 'rule' | 'where' | 'seen' | 'afterRequests'>, kind: string): Finding | undefined {
    const key = `${finding.rule} ${finding.where}`;
    const known = this.found.get(key);
    if (known) {
      known.times += 1;
      known.kinds.add(kind);
      return undefined;
    }
    const added = { ...finding, kinds: new Set([kind]), times: 1 };
    this.found.set(key, added);
    return added;
  }
}

export function show(finding: Finding, as: string, request: Request, { status, text }: Answer): void {
  finding.request = `as ${as}: ${asCurl(request)}`;
  finding.answer = `${status} ${text.slice(0, 300)}`;
}

export function describeFinding({ rule, where, kinds, seen, times, afterRequests, request, answer }: Finding): string {
  const lines = [
    `✗ ${rule}: ${where}`,
    `    ${seen}`,
    `    by ${[...kinds].join(', ')}; ${times} times, first after ${afterRequests} requests`,
  ];
  return [...lines, ...(request ? [`    ${request}`] : []), ...(answer ? [`    → ${answer}`] : [])].join('\n');
}
