let armed: string | undefined;

/** Chooses the point at which this process is to die. Tests do so, through a setting that production refuses. */
export function armFailpoint(name: string): void {
  armed = name;
}

/** A place between two steps. The process that was told to die here is gone before the next one, as by `kill -9`. */
export function failpoint(name: string): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
