/** What a command knows of the process that it runs in. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  /** Writes to standard output. */
  print: (text: string) => unknown;
  /** A person sees the output as it is written. */
  isTerminal: boolean;
}
