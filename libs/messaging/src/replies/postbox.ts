/** How mail reaches one process, and how it sends mail to others. Mail may be lost: nothing depends on it. */
export interface Postbox {
  /** Where mail for this process goes. */
  readonly address: string;
  open(take: (mail: unknown) => void): Promise<void>;
  send(address: string, mail: unknown): Promise<void>;
  /** Fires when the broker knows this process again after it had lost it. */
  onRecovered(listener: () => void): void;
  close(): Promise<void>;
}
