/** Measured: with no connection to spare everything stalls without an error; from four on, more are not faster. */
const spareConnections = 4;

/** Every worker and every reply box keeps one connection for itself, to listen. */
export function neededPoolSize(listeners: number): number {
  return listeners + spareConnections;
}
