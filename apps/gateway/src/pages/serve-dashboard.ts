import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveFile } from './static-files.js';

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The built dashboard: one page and the files that it names. */
export function serveDashboard(fastify: FastifyInstance, folder: string): void {
  const headers = { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' };
  serveFile(fastify, '/', join(folder, 'index.html'), headers);
  for (const name of readdirSync(join(folder, 'assets'))) serveFile(fastify, `/assets/${name}`, join(folder, 'assets', name), headers);
}
