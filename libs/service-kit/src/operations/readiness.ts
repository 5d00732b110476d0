export interface ReadinessCheck {
  name: string;
  check: () => Promise<unknown>;
}

const checkTimeoutMs = 2_000;

/** Whether this replica should get work now. A replica that shuts down says no first, so that the balancer lets go of it. */
export class Readiness {
  private stops = false;

  constructor(private readonly checks: ReadinessCheck[]) {}

  stop(): void {
    this.stops = true;
  }

  get stopping(): boolean {
    return this.stops;
  }

  async report(): Promise<{ ready: boolean; checks: Record<string, string> }> {
    const results = await Promise.all(this.checks.map(async ({ name, check }) => [name, await outcomeOf(check)] as const));
    if (this.stopping) results.push(['process', 'stopping']);
    return { ready: results.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(results) };
  }
}

async function outcomeOf(check: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), checkTimeoutMs);
  });
  try {
    return await Promise.race([
      check().then(
        () => 'ok',
        () => 'failing',
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
