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
