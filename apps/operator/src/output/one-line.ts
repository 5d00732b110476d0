/** Names and reasons come from outside: on a terminal a control character in them could rewrite what stands above. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
