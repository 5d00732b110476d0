import { fileURLToPath } from 'node:url';

export interface Benchmark {
  name: string;
  /** The built program. */
  file: string;
  options: readonly string[];
}

const options: Record<string, string> = {
  messaging: '--rounds 5 --messages 40',
  quota: '--rounds 5 --reservations 40',
  summary: '--sizes 1000 --rounds 3 --seconds 2',
  load: '--rounds 3 --loads 60 --bulks 1',
  webhooks: '--rounds 3 --seconds 2 --steady 50 --backlog 300',
  portfolio: '--size 10000 --beside 5000 --rounds 3 --requests 10',
  import: '--lines 100000 --rounds 3 --records 50000',
  growth: '--sizes 5000 --rounds 3 --soak 0 --backlog 0',
  'cold-start': '--rounds 3',
  rest: '--seconds 15 --settle 15 --starts 3',
};

/** Every benchmark that measures and needs no preparation, with the options of a short run. */
export const shortForms: readonly Benchmark[] = Object.entries(options).map(([name, chosen]) => ({
  name,
  file: fileURLToPath(new URL(`${name}/main.js`, import.meta.url)),
  options: chosen.split(' '),
}));
