import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchedLibraries } from './maven-central.js';
import { done, shortLived } from './program.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const tool = (name: string) => join(repository, 'node_modules/.bin', name);
const journeys = join(repository, 'e2e/journeys');

/** The environment variables of a journey. */
export type Given = Record<'BASE' | 'ACCESS_KEY' | 'ACCESS_SECRET' | 'EMAIL' | 'PASSWORD', string>;

export interface Language {
  name: string;
  /** How to check that the machine has it. */
  needs: [program: string, ...given: string[]];
  /** The generator's settings in addition to the document. */
  options: Record<string, unknown>;
  /** The folder of the generated client, below the folder of the language. */
  client: string;
  /** Compiles the client and its journey in their folder, and returns the command that makes the journey. */
  build: (folder: string, cache: string) => Promise<string[]>;
}

const module = `module journey

go 1.23

require github.com/GIT_USER_ID/GIT_REPO_ID v0.0.0

replace github.com/GIT_USER_ID/GIT_REPO_ID => ./client
`;

const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'preserve',
    lib: ['es2023', 'dom'],
    types: ['node'],
    typeRoots: [join(repository, 'node_modules/@types')],
  },
  include: ['**/*.ts'],
};

export const languages: Language[] = [
  {
    name: 'typescript',
    needs: ['node', '--version'],
    // By default fields get other names than in JSON, and the code that checks for both does not compile in strict mode.
    options: { generatorName: 'typescript-fetch', additionalProperties: { modelPropertyNaming: 'original' } },
    client: 'client',
    async build(folder) {
      cpSync(join(journeys, 'journey.ts'), join(folder, 'journey.ts'));
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strict));
      await done(folder, [tool('tsc'), '-p', '.']);
      await done(folder, [tool('rolldown'), 'journey.ts', '--format', 'esm', '--platform', 'node', '-o', 'journey.mjs']);
      return ['node', 'journey.mjs'];
    },
  },
  {
    name: 'python',
    needs: ['python3', '-c', 'import sys, venv; print(sys.version)'],
    options: { generatorName: 'python' },
    client: 'client',
    async build(folder, cache) {
      const python = join(cache, 'python/bin/python');
      await done(folder, ['python3', '-m', 'venv', '--clear', join(cache, 'python')]);
      await done(folder, [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'client/requirements.txt']);
      await done(folder, [python, '-m', 'compileall', '-q', 'client/openapi_client']);
      cpSync(join(journeys, 'journey.py'), join(folder, 'client/journey.py'));
      return [python, 'client/journey.py'];
    },
  },
  {
    name: 'go',
    needs: ['go', 'version'],
    options: { generatorName: 'go' },
    client: 'client',
    async build(folder) {
      cpSync(join(journeys, 'journey.go'), join(folder, 'journey.go'));
      writeFileSync(join(folder, 'go.mod'), module);
      await done(folder, ['go', 'mod', 'tidy']);
      // It runs once, so optimizing the standard library, which may be compiled with it, is not worth it. Without its path in the output,
      // the build cache also works for other folders.
      await done(folder, ['go', 'build', '-trimpath', '-gcflags=all=-N -l', '-o', 'journey', '.'], { CGO_ENABLED: '0' });
      return ['./journey'];
    },
  },
  {
    name: 'java',
    needs: ['javac', '-version'],
    options: { generatorName: 'java', library: 'native' },
    client: 'client',
    async build(folder, cache) {
      const [sources, libraries] = [join('client', 'src/main/java'), await fetchedLibraries(join(cache, 'java'))];
      mkdirSync(join(folder, 'classes'), { recursive: true });
      const javac = ['javac', ...shortLived.map((flag) => `-J${flag}`)];
      const compile = [...javac, '-nowarn', '-proc:none', '-d', 'classes', '-cp', libraries, '-sourcepath', sources];
      await done(folder, [...compile, join(journeys, 'Journey.java')]);
      return ['java', ...shortLived, '-cp', `classes:${libraries}`, 'Journey'];
    },
  },
];
