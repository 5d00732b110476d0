import { isUtf8 } from 'node:buffer';

/** The characters of Windows at 0x80–0x9F, where Latin-1 has none. Node 20 decodes `windows-1252` as if it were Latin-1. */
const windows =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';
const inWindows = /[\u0080-\u009F]/g;
/** C0 and DEL except the tab, and what remains of C1. */
const controls = /(?!\t)\p{Cc}/gu;
/** A two-byte UTF-8 letter that was read byte by byte. */
const readTwice = /[\u00C3-\u00C5][\u0080-\u00BF]/g;
const letter = /^\p{L}$/u;
const byteOrderMark = '\uFEFF';

/**
 * A line of a file in UTF-8, in Windows-1252, or in the latter with letters that were inserted as UTF-8. Each line is decoded separately:
 * if it is valid UTF-8 it is read as that. Removes control characters.
 */
export function textOf(line: Buffer): string {
  const text = isUtf8(line) ? line.toString('utf8') : line.toString('latin1').replace(readTwice, mended).replace(inWindows, asWindows);
  return (text.startsWith(byteOrderMark) ? text.slice(1) : text).replace(controls, '');
}

function asWindows(character: string): string {
  return windows[character.charCodeAt(0) - 0x80]!;
}

function mended(pair: string): string {
  const decoded = Buffer.from(pair, 'latin1').toString('utf8');
  return letter.test(decoded) ? decoded : pair;
}
