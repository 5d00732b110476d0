import { headersAreTooLong, isHeaderName, isHeaderValue, isReservedHeader, mostHeaders, repeatedHeader } from '@vigia/contracts';
import type { Words } from './webhook.ts';

export const isAuthorization = (name: string) => /^authorization$/i.test(name);

/** What is wrong with the typed headers, shown beside them before they are sent. */
export function headersFault(text: string, words: Words['form'], { usesOAuth }: { usesOAuth: boolean }): string | null {
  if (text.trim() === '') return null;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return words.notJson(lineOf(error as Error, text));
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return words.notObject;
  const entries = Object.entries(given);
  if (entries.length > mostHeaders) return words.tooMany;
  const [unfit] = entries.find(([one]) => !isHeaderName(one)) ?? [];
  if (unfit !== undefined) return words.notName(unfit);
  const [name] = entries.find(([one]) => isReservedHeader(one)) ?? [];
  if (name !== undefined) return words.reserved(name);
  if (usesOAuth && entries.some(([one]) => isAuthorization(one))) return words.authorization;
  const [other] = entries.find(([, value]) => typeof value !== 'string') ?? [];
  if (other !== undefined) return words.notText(other);
  const [accented] = entries.find(([, value]) => !isHeaderValue(value as string)) ?? [];
  if (accented !== undefined) return words.notAscii(accented);
  const repeated = repeatedHeader(text);
  if (repeated !== undefined) return words.twice(repeated);
  return headersAreTooLong(given as Record<string, string>) ? words.tooLong : null;
}

/** Browsers describe the place in their own words: a position, or a line. */
function lineOf({ message }: Error, text: string): number | null {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position) return text.slice(0, Number(position)).split('\n').length;
  return /end of (JSON input|data)/i.test(message) ? text.split('\n').length : null;
}
