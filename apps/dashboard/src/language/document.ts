/** A typed or pasted document, without spaces, dots and hyphens. A CE becomes upper-case. */
export function typedDocument(text: string): string {
  return text.replaceAll(/[\s.\-\u2010-\u2015]/g, '').toUpperCase();
}
