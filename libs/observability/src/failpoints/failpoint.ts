let armed: string | undefined;

/** Chooses the point at which this process ends itself. Tests set it with a setting that production refuses. */
export function armFailpoint(name: string): void {
  armed = name;
}

/** A named point between two steps. A process that is armed with this name ends here, as with `kill -9`. */
export function failpoint(name: string): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
