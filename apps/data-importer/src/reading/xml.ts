import { TextDecoder } from 'node:util';
import sax from 'sax';
import { withoutMark } from './encoding.js';
import { UnreadableFile } from './source-file.js';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

const deepest = 64;
/** The limit for what a held element takes, in characters of text. */
const largestElement = 4 * 1024 * 1024;
/** An element takes memory even without a text, as does an attribute. */
const [sizeOfElement, sizeOfAttribute] = [200, 100];

/**
 * Every element with one of these names, complete, as soon as it ends; before them the root, empty. At most one of them is held in memory.
 * A file that declares a document type could define entities that expand or are fetched: it is refused, as is every encoding except UTF-8.
 */
export async function* xmlElements(chunks: AsyncIterable<Buffer>, names: readonly string[]): AsyncGenerator<XmlElement> {
  const parser = sax.parser(true);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const found: XmlElement[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let held = 0;
  let isEmpty = true;

  parser.onerror = (error) => {
    throw new UnreadableFile('form', `not readable as XML: ${error.message.replaceAll('\n', ', ')}`);
  };
  parser.ondoctype = () => {
    throw new UnreadableFile('form', 'the XML declares a document type: entities are not expanded');
  };
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = /encoding\s*=\s*["']([^"']*)/i.exec(body)?.[1] ?? 'utf-8';
    if (name === 'xml' && !/^utf-?8$/i.test(encoding))
      throw new UnreadableFile('encoding', `the XML is written in ${encoding}, not in UTF-8`);
  };
  const hold = (size: number, name = 'element') => {
    held += size;
    if (held > largestElement) throw new UnreadableFile('long_line', `<${open[0]?.name ?? name}> has more than 4 MB`);
  };
  parser.onattribute = ({ value }) => hold(sizeOfAttribute + value.length);
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    isEmpty = false;
    if (depth > deepest) throw new UnreadableFile('form', `elements stand in each other more than ${deepest} deep`);
    const element = { name, attributes, text: '', children: [] };
    if (depth === 1) found.push({ ...element });
    if (open.length === 0 && !names.includes(name)) held = 0;
    else {
      hold(sizeOfElement, name);
      open.at(-1)?.children.push(element);
      open.push(element);
    }
  };
  parser.ontext = parser.oncdata = (text) => {
    const element = open.at(-1);
    if (!element) return;
    hold(text.length);
    element.text += text;
  };
  parser.onclosetag = () => {
    depth -= 1;
    const closed = open.pop();
    // As XML demands: a file that is saved with other line ends says the same. In text only: attributes keep their line ends.
    if (closed) closed.text = closed.text.replaceAll(/\r\n?/g, '\n');
    if (!closed || open.length > 0) return;
    found.push(closed);
    held = 0;
  };

  for await (const chunk of withoutMark(chunks)) {
    parser.write(decode(decoder, chunk));
    yield* found.splice(0);
  }
  parser.write(decode(decoder)).close();
  if (isEmpty) throw new UnreadableFile('form', 'the file holds no XML');
  yield* found.splice(0);
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new UnreadableFile('encoding', 'the file holds bytes that are not UTF-8');
  }
}

/** The trimmed texts of the non-empty children with this name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return element.children
    .filter((child) => child.name === name)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');
}

export function textOf(element: XmlElement, name: string): string | null {
  return textsOf(element, name)[0] ?? null;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
