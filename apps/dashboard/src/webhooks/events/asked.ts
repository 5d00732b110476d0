type Texts = Record<string, string | undefined>;

const dayMs = 86_400_000;
const beginOf = (day: string) => `${day}T00:00:00-05:00`;

/** From the addresses of this page to what an operation takes; both days are whole days in Lima. */
export function askedBy({ webhook, health, from, to, tests, before, after }: Texts) {
  return {
    limit: '25',
    configurationId: webhook,
    health: health as 'FAILED' | undefined,
    isTest: tests as 'true' | undefined,
    from: from && beginOf(from),
    to: to && new Date(Date.parse(beginOf(to)) + dayMs).toISOString(),
    before,
    after,
  };
}
