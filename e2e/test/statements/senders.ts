import { serviceRoles, type DatabaseService } from '@vigia/database';
import type { ProductStatement } from './product-statements.js';

const everyService = Object.keys(serviceRoles) as DatabaseService[];
const outboxes: [table: string, owner: DatabaseService][] = [
  ['profiles.outbox', 'profile-loader'],
  ['billing.outbox', 'billing'],
];

/** The services that run the statements of a library. */
const ofLibraries: Record<string, (text: string) => DatabaseService[]> = {
  // A text that names both is sent by nobody: its table was taken for one here and for the other there.
  dispatch: (text) => {
    const named = outboxes.filter(([table]) => text.includes(table));
    return named.length === 1 ? named.map(([, owner]) => owner) : [];
  },
  summaries: () => ['gateway', 'webhook-dispatcher'],
  'service-kit': () => everyService,
};

/** The services that run a statement, each in its own role. None for the operator, and for settings of a session, which need no role. */
export function sendersOf({ where, text }: ProductStatement): DatabaseService[] {
  const [group, workspace = ''] = where.split('/');
  if (/^\s*SET\s/.test(text)) return [];
  if (group === 'apps') return everyService.filter((service) => service === workspace);
  const senders = ofLibraries[workspace];
  if (!senders) throw new Error(`who runs the statements of libs/${workspace}?`);
  return senders(text);
}
