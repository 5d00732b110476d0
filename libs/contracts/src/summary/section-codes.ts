export const codesWithData = ['SH10', 'SH11'] as const;
export const codesWithoutData = ['SH20', 'SH30', 'SH40', 'SH50', 'SH51'] as const;
export const sectionCodes = [...codesWithData, ...codesWithoutData] as const;

/** In a portfolio the code is null for a query that has ended. */
export function hasContent(code: string | null): boolean {
  return (codesWithData as readonly (string | null)[]).includes(code);
}
