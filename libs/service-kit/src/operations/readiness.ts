export interface ReadinessCheck {
  name: string;
  check: () => Promise<unknown>;
}

const checkTimeoutMs = 2_000;

/** Whether this replica should get work now. A replica that shuts down says no first, so that the balancer lets go of it. */
export class Readiness {
  private stops = false;
  private readonly warnings = new Map<string, string>();

  constructor(private readonly checks: ReadinessCheck[]) {}

  stop(): void {
    this.stops = true;
  }

  get stopping(): boolean {
    return this.stops;
  }

  /** Shown beside the checks, until it is taken back. It lets the replica be: nothing would catch up sooner without it. */
  warn(name: string, warning: string | undefined): void {
    if (warning === undefined) this.warnings.delete(name);
    else this.warnings.set(name, warning);
  }

  async report(): Promise<{ ready: boolean; checks: Record<string, string>; warnings?: Record<string, string> }> {
    const results = await Promise.all(this.checks.map(async ({ name, check }) => [name, await outcomeOf(check)] as const));
    if (this.stopping) results.push(['process', 'stopping']);
    return {
      ready: results.every(([, outcome]) => outcome === 'ok'),
      checks: Object.fromEntries(results),
      ...(this.warnings.size > 0 && { warnings: Object.fromEntries(this.warnings) }),
    };
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
