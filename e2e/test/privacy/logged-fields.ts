import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, sourceTexts } from '../operations/declared-metrics.js';

const page = readFileSync(join(repository, 'docs/deployment.md'), 'utf8');
const chapter = page.split('## What is in a log line')[1]!.split('\n## ')[0]!;

/** The fields that the table of docs/deployment.md explains. */
export const documentedFields = new Set(
  [...chapter.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, field]) => field!),
  ),
);

const call = /\b(?:logger|log|accessLog)(?:\.(?:debug|info|warn|error|child)|\[[^\]]+\])\(\s*/g;

/** What each line of the product is given, as its code says it: the text of the first argument. */
export const loggedObjects: string[] = sourceTexts.flatMap((text) =>
  [...text.matchAll(call)].map(({ index, 0: start }) => firstArgument(text.slice(index + start.length))),
);

function firstArgument(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text[at]!)) depth += 1;
    if (')]}'.includes(text[at]!)) depth -= 1;
    if (depth < 0 || (depth === 0 && text[at] === ',')) return text.slice(0, at);
  }
  return text;
}

/** The names of an object literal, also of those that are spread on a condition; nothing else is spread into a line. */
export function namesIn(object: string): string[] {
  const flat = object.replace(/\.\.\.\(\s*[^{}]*&&\s*\{([^{}]*)\}\s*\)/g, '$1').slice(1, -1);
  return partsOf(flat).map((part) => /^(\w+)\s*(:|$)/.exec(part)?.[1] ?? part);
}

function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
