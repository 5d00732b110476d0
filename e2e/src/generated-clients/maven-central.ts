import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The libraries that the Java client is compiled with, in the versions of its own build file. */
const libraries = [
  'com/fasterxml/jackson/core/jackson-core/2.21.1/jackson-core-2.21.1.jar',
  'com/fasterxml/jackson/core/jackson-annotations/2.21/jackson-annotations-2.21.jar',
  'com/fasterxml/jackson/core/jackson-databind/2.21.1/jackson-databind-2.21.1.jar',
  'com/fasterxml/jackson/datatype/jackson-datatype-jsr310/2.21.1/jackson-datatype-jsr310-2.21.1.jar',
  'org/openapitools/jackson-databind-nullable/0.2.10/jackson-databind-nullable-0.2.10.jar',
  'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar',
  'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar',
];
const generator = 'org/openapitools/openapi-generator-cli/7.23.0/openapi-generator-cli-7.23.0.jar';
const generatorHash = 'cb087e40001e31eb08ef6140dd5de10938dbeb89016a1fe0481eaa25cd569026';

/** The file from Maven Central, or from an earlier run. */
async function fetched(folder: string, path: string): Promise<string> {
  const file = join(folder, basename(path));
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const answer = await fetch(`https://repo1.maven.org/maven2/${path}`);
  if (!answer.ok) throw new Error(`Maven Central answered ${answer.status} for ${path}`);
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await answer.arrayBuffer()));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

export async function fetchedGenerator(folder: string): Promise<string> {
  const file = await fetched(folder, generator);
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (hash !== generatorHash) throw new Error(`${file} is not the generator that was published: remove it`);
  return file;
}

/** Fetches the libraries and returns them as a class path. */
export async function fetchedLibraries(folder: string): Promise<string> {
  return (await Promise.all(libraries.map((path) => fetched(folder, path)))).join(':');
}
