/** From left to right. A null bar was not reported: its place stays empty. */
export interface Bar {
  label: string;
  values: Record<string, number> | null;
}

/** Whether bars would show anything but their axis. */
export function hasAmounts(bars: readonly Pick<Bar, 'values'>[]): boolean {
  return bars.some(({ values }) => values !== null && Object.values(values).some((value) => value !== 0));
}
