import { constants, createReadStream } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UnreadableFile, type SourceFile } from './source-file.js';
import { beginningOf, isArchive, isGzip, isWebPage, openArchive } from './archive.js';

export interface ChosenFiles {
  byRole: Record<string, SourceFile>;
  /** Other known files that are not read. */
  leftOut: string[];
  close(): void;
}

/** A layout's role for each file, by name. */
interface Roles {
  files: Record<string, RegExp>;
  mainIs?: string;
  registers?: readonly string[];
}

/** Every given file; for a folder, the files in it. */
export async function filesAt(paths: string[]): Promise<string[]> {
  return (await Promise.all(paths.map((path) => filesOf(path).catch((error: unknown) => explained(path, error))))).flat();
}

async function filesOf(path: string): Promise<string[]> {
  await access(path, constants.R_OK);
  return (await stat(path)).isDirectory() ? (await readdir(path)).toSorted().map((name) => join(path, name)) : [path];
}

/** The operator may have named a file of another machine or container, where the command runs. */
function explained(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  const found = code === 'ENOENT' ? 'finds no' : code === 'EACCES' ? 'may not read' : undefined;
  if (!found) throw error;
  throw new Error(`the importer ${found} ${path}: the file must be in a folder that the importer can read`, { cause: error });
}

/** Assigns a file to each role of a layout, from the given files and the archives among them. */
export async function chooseFiles(paths: string[], roles: Roles): Promise<ChosenFiles> {
  const archives: { close(): void }[] = [];
  const close = () => archives.forEach((archive) => archive.close());
  try {
    const files: SourceFile[] = [];
    for (const path of paths) {
      const name = basename(path);
      const beginning = await beginningOf(path);
      if (isWebPage(beginning)) throw new UnreadableFile('form', `${name} is a web page`);
      if (isGzip(beginning)) throw new UnreadableFile('form', `${name} is packed with gzip: bring what is in it`);
      if (!isArchive(beginning) || roleOf(name, roles.files)) {
        files.push({ name, open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) });
        continue;
      }
      const archive = await openArchive(path);
      archives.push(archive);
      files.push(...archive.files);
    }
    return { ...assigned(files, roles), close };
  } catch (error) {
    close();
    throw error;
  }
}

function assigned(files: SourceFile[], { files: roles, mainIs, registers }: Roles): Omit<ChosenFiles, 'close'> {
  const byRole: Record<string, SourceFile> = {};
  const leftOut: string[] = [];
  const single = files.length === 1 ? files[0] : undefined;
  // A single file is accepted under any name, unless it is known to be part of something.
  if (single && (registers || ['ignored', undefined].includes(roleOf(single.name, roles)))) return { byRole: { main: single }, leftOut };
  for (const file of files) {
    const role = roleOf(file.name, roles);
    if (role === 'ignored') leftOut.push(file.name);
    else if (!role) throw new UnreadableFile('archive', `${file.name} is not known to belong to it`);
    else if (byRole[role]) throw new UnreadableFile('archive', `${byRole[role].name} and ${file.name} are both there, and one is read`);
    else byRole[role] = file;
  }
  if (!byRole.main)
    throw new UnreadableFile('archive', mainIs ? `${mainIs} is missing` : `there is no file of the name ${roles.main?.source}`);
  return { byRole, leftOut };
}

function roleOf(name: string, roles: Record<string, RegExp>): string | undefined {
  return Object.entries(roles).find(([, pattern]) => pattern.test(name))?.[0];
}
