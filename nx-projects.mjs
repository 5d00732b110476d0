import { dirname } from 'node:path';

const targets = { build: {}, lint: {}, test: {} };

const special = {
  'apps/dashboard': {
    build: { options: { command: 'node {projectRoot}/build.mjs' } },
    typecheck: { options: { command: 'tsc -p {projectRoot}' } },
    lint: {},
    test: {},
  },
  // Types of sources and tests together: each project alone would read most of the others again.
  '.': {
    typecheck: {
      inputs: [
        'workspace',
        '{workspaceRoot}/tsconfig.check.json',
        '{workspaceRoot}/{apps,libs}/*/{src,test}/**/*',
        '{workspaceRoot}/{e2e,benchmarks}/{src,test}/**/*',
      ],
    },
  },
};

/** Their sources import it; of the others only the tests do, and it imports some of them itself. */
const usesTesting = ['e2e', 'benchmarks', '.'];

/** Every workspace is a project with the same targets; `nx.json` says what they do. */
export const createNodesV2 = [
  '{package.json,{apps,libs}/*/package.json,{e2e,benchmarks}/package.json}',
  (files) =>
    files.map((file) => {
      const root = dirname(file);
      return [
        file,
        {
          projects: {
            [root]: {
              name: root.split('/').at(-1).replace('.', 'workspace'),
              targets: special[root] ?? targets,
              implicitDependencies: usesTesting.includes(root) ? [] : ['!testing'],
            },
          },
        },
      ];
    }),
];
export const name = 'workspaces';
