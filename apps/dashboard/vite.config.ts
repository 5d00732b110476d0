import { defaultClientConditions, defineConfig } from 'vite';
import { firstPaint } from './first-paint.ts';

const gateway = `http://127.0.0.1:${process.env.VIGIA_PORT || 3000}`;
const pathsOfTheGateway = ['/v1/', '/v2/', '/api', '/panel/', '/docs', '/openapi.json', '/health'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [firstPaint()],
  resolve: { conditions: ['@vigia/source', ...defaultClientConditions] },
  build: {
    // Inlined assets would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // One file of styles: what a later screen needs is there, and nothing moves when it comes.
    cssCodeSplit: false,
    rolldownOptions: {
      // "use client" is for servers that render pages; there is none.
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@tanstack)\//, tags: ['$initial'] },
            { name: 'kit', test: /node_modules\/|\/src\/(?:kit|language|gateway|theme)\//, tags: ['$initial'] },
            // It comes after its screen: anything that it shared with the screen would bring it at once.
            { name: 'charts', test: /node_modules\/(?:d3-|internmap)|\/src\/kit\/charts\/drawings\// },
            // A list is what a person lands on, after a form. Neither brings what the other screens share.
            {
              name: 'lists',
              test: /@tabler\/icons-react\/|\/src\/(?:session\/session|gateway\/first-query|quota\/notices|language\/null-words|kit\/(?:data-list|day-field|filter-text|pager|search-field|status-badge|when))\./,
              minShareCount: 2,
            },
            {
              name: 'forms',
              test: /node_modules\/@mantine\/form\/|\/src\/(?:session\/|kit\/password-field\.)/,
              minShareCount: 2,
            },
            // What most screens share would bring them to a profile, too.
            { name: 'creation', test: /\/src\/kit\/(?:name-form|secret-once)\./, minShareCount: 2 },
            { name: 'parts', test: /node_modules\/|\/src\/(?:kit|language|session|shell)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The gateway sees the host that the browser sees, as behind a balancer: a session is for one site.
  server: { proxy: Object.fromEntries(pathsOfTheGateway.map((path) => [path, { target: gateway, changeOrigin: false }])) },
});
