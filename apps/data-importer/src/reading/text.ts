import { isUtf8 } from 'node:buffer';

/** What Windows writes at 0x80–0x9F, where Latin-1 has nothing to show. Node 20 decodes `windows-1252` as if it were Latin-1. */
const windows =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';
const inWindows = /[\u0080-\u009F]/g;
/** C0 and DEL but the tab, and what remains of C1. */
const controls = /(?!\t)\p{Cc}/gu;
/** A letter of two bytes in UTF-8, read byte by byte. */
const readTwice = /[\u00C3-\u00C5][\u0080-\u00BF]/g;
const letter = /^\p{L}$/u;
const byteOrderMark = '\uFEFF';

/**
 * A line of a file that may be in UTF-8, in Windows-1252, or in the latter with letters that were put in as UTF-8. A line is the unit:
 * what is whole in UTF-8 is read so. Control characters go.
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
