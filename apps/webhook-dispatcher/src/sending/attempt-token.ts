import type { TokenRequest } from './fetch-token.js';

/** The tokens of one attempt. Their time is counted apart, so that nobody takes it for the receiver's. */
export class AttemptToken {
  totalMs: number | undefined;
  asked = 0;

  constructor(
    private readonly request: TokenRequest | null,
    private readonly fetch: (request: TokenRequest) => Promise<string>,
  ) {}

  get isUsed(): boolean {
    return this.request !== null;
  }

  async header(): Promise<Record<string, string>> {
    if (!this.request) return {};
    const startedAt = performance.now();
    this.asked += 1;
    try {
      return { Authorization: `Bearer ${await this.fetch(this.request)}` };
    } finally {
      this.totalMs = (this.totalMs ?? 0) + Math.round(performance.now() - startedAt);
    }
  }
}
