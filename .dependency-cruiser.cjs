/** Who may import whom. `npm run boundaries` fails on the first line that does not keep to it. */
module.exports = {
  forbidden: [
    {
      name: 'app-imports-app',
      comment: 'Services speak through messages. Only standalone may start the others in its own process.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'standalone-reaches-inside',
      comment: 'standalone knows the other apps by their root module and nothing else.',
      severity: 'error',
      from: { path: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/(standalone/|[^/]+/src/app\\.module\\.ts$)' },
    },
    { name: 'lib-imports-app', severity: 'error', from: { path: '^(libs|e2e|benchmarks)/' }, to: { path: '^apps/' } },
    {
      name: 'contracts-imports-ours',
      comment: 'The vocabulary stands alone.',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(apps|libs)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'reaches-inside-a-lib',
      comment: 'A library is what its index.ts exports.',
      severity: 'error',
      from: { path: '^(?:apps|libs|e2e|benchmarks)/([^/]+)/' },
      to: { path: '^libs/[^/]+/', pathNot: '^libs/($1/|[^/]+/src/index\\.ts$)' },
    },
    {
      name: 'domain-is-pure',
      comment: 'No framework, no database, no network: plain functions over plain values.',
      severity: 'error',
      from: { path: '/src/domain/|/src/[^/]+/domain/' },
      to: {
        pathNot: [
          '/domain/',
          '/material/',
          '^libs/contracts/',
          '^node_modules/typebox/',
          '^node_modules/(?:ipaddr\\.js|any-ascii|fastest-levenshtein|double-metaphone)/',
          '^(node:)?(crypto|net|url|http)$',
          'settings\\.ts$',
        ],
      },
    },
    {
      name: 'months-are-counted-once',
      comment: 'Which months there are, one folder knows. Others use its words: months.ts, monitoring.ts.',
      severity: 'error',
      from: { pathNot: '^apps/billing/(src/domain|test)/' },
      to: { path: '^apps/billing/src/domain/month-grid\\.ts$' },
    },
    {
      name: 'model-knows-no-product',
      comment: 'What the simulation foretells is worked out a second time. Only the shapes of messages are shared.',
      severity: 'error',
      from: { path: '^apps/billing/test/simulation/model/' },
      to: { pathNot: '^(apps/billing/test/simulation/model|libs/contracts)/' },
    },
    {
      name: 'simulation-foretells-by-its-model',
      comment: 'Only what starts the service may know its code.',
      severity: 'error',
      from: { path: '^apps/billing/test/simulation/', pathNot: '/real\\.ts$' },
      to: { path: '^apps/billing/src/' },
    },
    {
      name: 'product-imports-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: '^libs/testing/' },
      to: { path: '^libs/testing/|/test/' },
    },
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'undeclared',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
    },
    { name: 'unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    // The web page is JSX, which the parser does not read; lint keeps it from importing anything of ours.
    exclude: { path: '(^|/)dist/|^apps/dashboard/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@vigia/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
