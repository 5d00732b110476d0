import type { Json } from './request.js';

/** The names of answer fields where they are used in requests. */
const askedAs: Record<string, string[]> = {
  triggerId: ['triggerId'],
  deliveryId: ['deliveryId'],
  configurationId: ['configurationId'],
  userId: ['userId'],
  sessionId: ['sessionId'],
  contrato: ['contrato'],
  older: ['before'],
  newer: ['after'],
  siguiente: ['cursor', 'desde_linea'],
  token: ['token'],
};

const mostKept = 20;

/** The ids of each corporation, so that requests reach the code behind the checks: given at the start, and learned from every answer. */
export class KnownValues {
  private readonly values = new Map<string, string[]>();

  give(owner: string, name: string, ...values: string[]): void {
    const kept = this.values.get(`${owner} ${name}`) ?? [];
    const fresh = values.filter((value) => !kept.includes(value));
    this.values.set(`${owner} ${name}`, [...kept, ...fresh].slice(-mostKept));
  }

  of(owner: string, name: string): string[] {
    return this.values.get(`${owner} ${name}`) ?? [];
  }

  learn(owner: string, answer: Json): void {
    if (answer === null || typeof answer !== 'object') return;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'object') this.learn(owner, value);
      else for (const asked of askedAs[name] ?? []) if (value !== null) this.give(owner, asked, String(value));
    }
  }
}
