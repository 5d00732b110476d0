/** The tax unit (UIT) in soles, by year, rising. Decrees of the government set it, each in the last days of the year before. */
export const uitByYear: readonly (readonly [year: number, soles: number])[] = [
  [2023, 4_950],
  [2024, 5_150],
  [2025, 5_350],
  [2026, 5_500],
];
