export interface Accepted {
  name: string;
  /** From 0 to 1; 0 is a refusal. */
  quality: number;
}

/** The entries of `Accept` or `Accept-Encoding`, in the order of the client. */
export function acceptedIn(header: string | string[] = ''): Accepted[] {
  return String(header)
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      return { name, quality: Number(parameters.find((part) => part.startsWith('q='))?.slice('q='.length) ?? 1) };
    });
}

/** Whether `If-None-Match` names it, as a weak or a strong tag. */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => opaque(one) === opaque(tag));
}
