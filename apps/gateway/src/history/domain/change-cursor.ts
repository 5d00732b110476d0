/** Where a page of changes ended: the instant of its last one, and which of that instant it was. */
export interface ChangePosition {
  /** In microseconds, as the database keeps it: two changes may be less than a millisecond apart. */
  changedAtUs: string;
  id: string;
}

export function cursorOf({ changedAtUs, id }: ChangePosition): string {
  return Buffer.from(`${changedAtUs}.${id}`).toString('base64url');
}

export function parseCursor(cursor: string): ChangePosition | undefined {
  const [, changedAtUs, id] = /^([0-9]{1,16})\.([0-9]{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return changedAtUs && id ? { changedAtUs, id } : undefined;
}
