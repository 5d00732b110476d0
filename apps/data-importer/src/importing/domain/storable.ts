/** PostgreSQL stores neither NUL nor half of a surrogate pair, which remains when a text is cut. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '');
