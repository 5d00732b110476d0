/** How mail reaches one process, and how the process sends mail to others. Mail may be lost: nothing depends on it. */
export interface Postbox {
  /** The address for mail to this process. */
  readonly address: string;
  open(take: (mail: unknown) => void): Promise<void>;
  send(address: string, mail: unknown): Promise<void>;
  /** Calls the listener when a broker that had lost this process knows it again. */
  onRecovered(listener: () => void): void;
  close(): Promise<void>;
}
