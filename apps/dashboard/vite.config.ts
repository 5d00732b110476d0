import { defineConfig } from 'vite';

const gateway = `http://127.0.0.1:${process.env.VIGIA_PORT ?? 3000}`;
const pathsOfTheGateway = ['/v1', '/v2', '/api', '/panel', '/docs', '/openapi.json', '/health'];

export default defineConfig({
  root: import.meta.dirname,
  // Inlined assets would need an exception in the Content-Security-Policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The gateway sees the host that the browser sees, as behind a balancer: a session is for one site.
  server: { proxy: Object.fromEntries(pathsOfTheGateway.map((path) => [path, gateway])) },
});
