import type { SourceName } from '@vigia/contracts';
import type { ControllableOutcome } from '../domain/outcome.js';

/** What is left out stays as the document itself would behave. */
export interface Rule {
  outcome?: ControllableOutcome;
  delayMs?: number;
  /** Calls it still answers; left out: every call until it is removed. */
  times?: number;
}

export interface ActiveRule extends Rule {
  source: SourceName;
  /** null: every document. */
  taxId: string | null;
}

/** The rules that tests and operators have laid over the simulated sources. */
export class ControlBoard {
  private readonly rules = new Map<string, ActiveRule>();

  set(source: SourceName, taxId: string | null, rule: Rule): ActiveRule {
    const active = { source, taxId, ...rule };
    this.rules.set(keyOf(source, taxId), active);
    return active;
  }

  /** The rule for one call, that of the document before that of its source; it is used up by one. */
  take(source: SourceName, taxId: string): Rule | undefined {
    const key = [keyOf(source, taxId), keyOf(source, null)].find((candidate) => this.rules.has(candidate));
    const rule = key && this.rules.get(key);
    if (!key || !rule) return undefined;
    if (rule.times === 1) this.rules.delete(key);
    else if (rule.times) this.rules.set(key, { ...rule, times: rule.times - 1 });
    return rule;
  }

  list(): ActiveRule[] {
    return [...this.rules.values()];
  }

  clear(): void {
    this.rules.clear();
  }
}

function keyOf(source: SourceName, taxId: string | null): string {
  return `${source}/${taxId ?? ''}`;
}
