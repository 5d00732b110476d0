import { sections, sourcesOf, type Section, type SourceName } from '@vigia/contracts';
import { waitUntil, type System } from '@vigia/testing';

interface TaskRow {
  state: 'data' | 'empty' | 'not_contracted' | 'unknown_taxpayer' | 'failed';
  failure: string | null;
  attempts: number;
}

export interface LoadedProfile {
  taxId: string;
  estado: 'succeeded' | 'partial' | 'failed';
  item: 'loaded' | 'failed';
  tasks: Record<SourceName, TaskRow>;
}

const stillOpen = `
  SELECT (SELECT count(*) FROM profiles.load WHERE state = 'open')::int AS loads,
    (SELECT count(*) FROM profiles.task WHERE state IN ('waiting', 'pending'))::int AS tasks,
    (SELECT count(*) FROM profiles.load_item WHERE state = 'loading')::int AS items,
    (SELECT count(*) FROM profiles.load_request WHERE state <> 'finished')::int AS requests,
    (SELECT count(*) FROM profiles.outbox)::int AS messages,
    (SELECT count(*) FROM profiles.profile WHERE estado IS NULL)::int AS profiles,
    (SELECT count(*) FROM billing.access WHERE state = 'pending')::int AS accesses`;

/** Every row that stands for work to be done is closed. */
export async function untilNothingIsOpen({ database }: System, timeoutMs: number): Promise<void> {
  let open: Record<string, number> | undefined;
  const nothingIsOpen = async () => {
    [open] = await database.query<Record<string, number>>(stillOpen);
    return Object.values(open ?? { nothing: 1 }).every((rows) => rows === 0);
  };
  await waitUntil(nothingIsOpen, { timeoutMs, what: 'everything is closed' }).catch((error: Error) => {
    throw new Error(`${error.message}; still open: ${JSON.stringify(open)}`);
  });
}

export async function loadedProfiles({ database }: System): Promise<LoadedProfile[]> {
  return database.query<LoadedProfile>(
    `SELECT load.tax_id AS "taxId", load.estado, item.state AS item,
       jsonb_object_agg(task.source, jsonb_build_object('state', task.state, 'failure', task.failure, 'attempts', task.attempts)) AS tasks
     FROM profiles.load JOIN profiles.task ON task.load_id = load.id JOIN profiles.load_item AS item ON item.load_id = load.id
     GROUP BY load.id, item.state ORDER BY load.tax_id`,
  );
}

const scored = (['finanzas', 'judicial', 'laboral', 'boletin'] as const)
  .flatMap(sourcesOf)
  .filter((source) => source !== 'codeudores_avales');
export const hasContent = (code: string) => code === 'SH10' || code === 'SH11';

/** What the tasks of a first load come to, section by section. */
export function codesOf({ tasks }: LoadedProfile): Record<Section, string> {
  const codes = Object.fromEntries(sections.map((section) => [section, codeOf(sourcesOf(section).map((source) => tasks[source]))]));
  return {
    ...(codes as Record<Section, string>),
    // A screening that had nobody's name to compare is none.
    ...(tasks.listas_compliance.state === 'empty' && { alerta_compliance: 'SH50' }),
    alerta_servicio: scored.some((source) => ['data', 'empty'].includes(tasks[source].state)) ? 'SH10' : 'SH50',
  };
}

function codeOf(tasks: readonly TaskRow[]): string {
  const states = tasks.map(({ state }) => state);
  if (states.includes('data')) return 'SH10';
  const unread = tasks.filter(({ state }) => state === 'failed' || state === 'unknown_taxpayer');
  if (unread.length > 0) return unread.every(({ failure }) => failure === 'timeout' || failure === 'deadline') ? 'SH51' : 'SH50';
  return states.includes('empty') ? 'SH11' : 'SH30';
}
