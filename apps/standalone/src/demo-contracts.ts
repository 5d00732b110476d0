const year = (now: Date, years: number, month: string) => `${now.getUTCFullYear() + years}-${month}`;

export type DemoName = 'mensual' | 'unico';

/** One corporation on a monthly plan and one that paid once for a quota. Both contracts run well beyond today. */
export function demoContracts(now: Date) {
  const period = { startsOn: year(now, 0, '01-01'), endsOn: year(now, 1, '12-31') };
  return {
    mensual: { title: 'Demostración Mensual S.A.C.', contract: { kind: 'monthly', quotaMonths: 0, ...period } },
    unico: { title: 'Demostración Pago Único S.A.C.', contract: { kind: 'one_time', quotaMonths: 1000, ...period } },
  } as const;
}
