/** The same request always has the same event: whoever repeats it finds what the first one began. */
export function triggerIdOf(requestId: string): string {
  return `trg_${requestId.replaceAll('-', '')}`;
}

/** Stands for any event where there is none: in samples and previews. */
export const noTriggerId = triggerIdOf('00000000-0000-0000-0000-000000000000');
