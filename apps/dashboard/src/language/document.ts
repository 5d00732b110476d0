/** What was typed or pasted as a document, without spaces, dots and hyphens. A CE is written in capitals. */
export function typedDocument(text: string): string {
  return text.replaceAll(/[\s.\-\u2010-\u2015]/g, '').toUpperCase();
}
