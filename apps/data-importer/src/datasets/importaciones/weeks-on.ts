import { PlainError } from '@vigia/contracts';

/**
 * A few more than the weeks of the months that stay in force. The page of customs names about ten, and anybody on the way can write it: each
 * file that it names is downloaded and imported.
 */
const mostFiles = 180;

/**
 * Reads the addresses of the weekly archives from the customs page, oldest first. They lie beside the page. Its links contain backslashes
 * and name the folder twice, so only the file names in them are used.
 */
export function weeksOn(prefix: 'ma' | 'x'): (page: string, address: string) => string[] {
  const named = new RegExp(`\\b${prefix}\\d{8}\\.zip\\b`, 'gi');
  return (page, address) => {
    const names = new Set([...page.matchAll(named)].map(([name]) => name.toLowerCase()));
    if (names.size > mostFiles)
      throw new PlainError(`the page of customs names ${names.size} files of weeks, and ${mostFiles} are expected at most: it has changed`);
    return [...names].toSorted((a, b) => (lastDay(a) < lastDay(b) ? -1 : 1)).map((name) => new URL(name, address).href);
  };
}

/** `ma29050726.zip`, from 29 June to 5 July 2026, ends on `260705`. */
function lastDay(name: string): string {
  return name.replace(/^.*(\d\d)(\d\d)(\d\d)\.zip$/, '$3$2$1');
}
