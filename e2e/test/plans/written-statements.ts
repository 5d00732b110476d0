import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseFileSync } from '@swc/core';

export interface WrittenStatement {
  file: string;
  /** In one line, with … for what is put in. */
  text: string;
  /** Fits every text that it can become. */
  pattern: RegExp;
  isConstant: boolean;
  /** Nobody has sent it, so there are none. */
  values?: undefined;
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const places = ['apps/gateway', 'apps/profile-loader', 'apps/billing', 'apps/webhook-dispatcher', 'libs/dispatch'];
const beginsLikeOne = /^\s*(SELECT|WITH|INSERT INTO|UPDATE|DELETE FROM)\s/;

/** Every text in the sources of the services that begins like a statement. */
export function writtenStatements(): WrittenStatement[] {
  return places.flatMap((place) =>
    sourcesIn(join(repository, place, 'src')).flatMap((path) =>
      textsIn(parseFileSync(path, { syntax: 'typescript', decorators: true }))
        .filter(([beginning = '']) => beginsLikeOne.test(beginning))
        .map((pieces) => ({
          file: relative(repository, path),
          text: pieces.join('…').replace(/\s+/g, ' ').trim(),
          isConstant: pieces.length === 1,
          pattern: new RegExp(pieces.map(escape).join('[^]*')),
        })),
    ),
  );
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

/** The constant pieces of every string and template, wherever in the tree it stands. */
function textsIn(node: unknown): string[][] {
  if (node === null || typeof node !== 'object') return [];
  const inner = Object.values(node).flatMap(textsIn);
  if ('type' in node && node.type === 'StringLiteral') return [[(node as unknown as { value: string }).value], ...inner];
  if ('type' in node && node.type === 'TemplateLiteral') {
    return [(node as unknown as { quasis: { cooked: string }[] }).quasis.map(({ cooked }) => cooked), ...inner];
  }
  return inner;
}

function escape(piece: string): string {
  return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
