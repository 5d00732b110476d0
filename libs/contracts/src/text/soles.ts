/** The cents of an amount in soles such as 1.50; undefined for any other text. */
export function centsOf(text: string): number | undefined {
  const [, whole, hundredths = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(hundredths.padEnd(2, '0'));
}
