import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const routes = readFileSync(fileURLToPath(new URL('../../../apps/dashboard/src/routes.tsx', import.meta.url)), 'utf8');

/** Every address of the page, from the tree of its screens. */
export const addresses = [...routes.matchAll(/^\s+(?:path: )?'(\/[^']*)',$/gm)].map(([, address]) => address!);
export const isForOperators = (address: string) => address.startsWith('/operador');
