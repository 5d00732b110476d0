/** Base64 with its two signs and its padding, as a pattern for schemas. */
export const base64 = '^[A-Za-z0-9+/]*={0,2}$';
