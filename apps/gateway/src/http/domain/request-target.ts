/** A request target as a path with its query: scheme and host may come before it, and every server has to take that (RFC 9112, 3.2.2). */
export function originFormOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]+\/?/i, '/');
}
