/** The broker reads `a:b` and `123` as something else than a caller's own id. */
export function assertJobId(id: string): void {
  if (id === '' || id.includes(':') || /^\d+$/.test(id)) {
    throw new TypeError(`"${id}" cannot be a job id: it must not be empty, a number, or contain ":"`);
  }
}
