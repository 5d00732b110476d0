/** The same request always has the same event: whoever repeats it finds what the first one began. */
export function triggerIdOf(requestId: string): string {
  return `trg_${requestId.replaceAll('-', '')}`;
}
