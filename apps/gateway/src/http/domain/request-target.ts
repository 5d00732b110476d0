/**
 * Reduces a request target to a path with its query: scheme and host may precede it, and every server must accept that (RFC 9112, 3.2.2).
 */
export function originFormOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]+\/?/i, '/');
}
