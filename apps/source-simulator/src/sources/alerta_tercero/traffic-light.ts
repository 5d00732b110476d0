export const lightCodes = { none: 0, red: 1, yellow: 2, gray: 3, green: 4, white: 15 } as const;
export type Light = keyof typeof lightCodes;

// Read from the first colour to the second. The published table has no code for green to gray.
const changes: Record<string, number> = {
  'red-yellow': 6,
  'red-green': 7,
  'yellow-red': 8,
  'yellow-green': 9,
  'green-red': 10,
  'green-yellow': 11,
  'gray-red': 12,
  'gray-yellow': 13,
  'gray-green': 14,
  'red-gray': 16,
  'yellow-gray': 17,
};

export function changeCode(from: Light, to: Light): number {
  return changes[`${from}-${to}`] ?? lightCodes[to];
}

export function lightOf(score: number): Light {
  if (score < 450) return 'red';
  return score < 650 ? 'yellow' : 'green';
}
