import type { Words } from './webhook.ts';

const reserved =
  /^(host|content-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|date|user-agent|accept-encoding|via|forwarded|x-forwarded-.*|x-real-ip|proxy-.*|sec-.*|cookie|x-service-.*|webhook-.*|metadata|metadata-flavor|x-aws-ec2-metadata-token.*)$/i;
const ascii = /^[\x20-\x7e]*$/;

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
  if (entries.length > 20) return words.tooMany;
  const [name] = entries.find(([one]) => reserved.test(one)) ?? [];
  if (name !== undefined) return words.reserved(name);
  if (usesOAuth && entries.some(([one]) => isAuthorization(one))) return words.authorization;
  const [other] = entries.find(([, value]) => typeof value !== 'string') ?? [];
  if (other !== undefined) return words.notText(other);
  const [accented] = entries.find(([, value]) => !ascii.test(value as string)) ?? [];
  return accented === undefined ? null : words.notAscii(accented);
}

/** Browsers describe the place in their own words: a position, or a line. */
function lineOf({ message }: Error, text: string): number | null {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position) return text.slice(0, Number(position)).split('\n').length;
  return /end of (JSON input|data)/i.test(message) ? text.split('\n').length : null;
}
