import {
  IconBuilding,
  IconDatabase,
  IconDatabaseImport,
  IconBuildings,
  IconHistory,
  IconHome,
  IconKey,
  IconListCheck,
  IconPlugConnected,
  IconReportMoney,
  IconStack2,
  IconWebhook,
  IconUserScan,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { ScreenPath } from '#kit/link.tsx';
import type { Language } from '#language/languages.ts';
import type { Session } from '#session/session.ts';

interface Entry {
  to: ScreenPath;
  icon: Icon;
  words: Record<Language, string>;
  group: 'work' | 'integrations' | 'account' | 'operator';
  /** Everybody in a corporation sees it unless this says otherwise. */
  isFor?: (session: Session) => boolean;
}

const ofCorporation = ({ corporation }: Session) => corporation !== null;
const ability = (one: Session['can'][number]) => (session: Session) => session.can.includes(one);
const operates = ability('operate');

/** One line for each screen that exists, in the order of the menu. */
const entries: Entry[] = [
  { to: '/', icon: IconHome, words: { es: 'Inicio', en: 'Home' }, group: 'work', isFor: () => true },
  { to: '/portafolio', icon: IconBuildings, words: { es: 'Portafolio', en: 'Portfolio' }, group: 'work' },
  { to: '/cargas', icon: IconDatabaseImport, words: { es: 'Cargar', en: 'Load' }, group: 'work' },
  { to: '/consumo', icon: IconReportMoney, words: { es: 'Consumo', en: 'Usage' }, group: 'account' },
  { to: '/webhooks', icon: IconWebhook, words: { es: 'Webhooks', en: 'Webhooks' }, group: 'integrations' },
  { to: '/eventos', icon: IconHistory, words: { es: 'Auditoría de eventos', en: 'Event audit' }, group: 'integrations' },
  {
    to: '/credenciales',
    icon: IconKey,
    words: { es: 'Credenciales API', en: 'API credentials' },
    group: 'integrations',
    isFor: ability('credentials'),
  },
  { to: '/usuarios', icon: IconUsers, words: { es: 'Usuarios', en: 'Users' }, group: 'account', isFor: ability('users') },
  { to: '/actividad', icon: IconUserScan, words: { es: 'Actividad', en: 'Activity' }, group: 'account', isFor: ability('users') },
  {
    to: '/operador/corporaciones',
    icon: IconBuilding,
    words: { es: 'Corporaciones', en: 'Corporations' },
    group: 'operator',
    isFor: operates,
  },
  { to: '/operador/usuarios', icon: IconUsers, words: { es: 'Usuarios', en: 'Users' }, group: 'operator', isFor: operates },
  { to: '/operador/fuentes', icon: IconPlugConnected, words: { es: 'Fuentes', en: 'Sources' }, group: 'operator', isFor: operates },
  { to: '/operador/datos', icon: IconDatabase, words: { es: 'Datos', en: 'Data' }, group: 'operator', isFor: operates },
  { to: '/operador/colas', icon: IconStack2, words: { es: 'Colas', en: 'Queues' }, group: 'operator', isFor: operates },
  {
    to: '/operador/verificacion',
    icon: IconListCheck,
    words: { es: 'Listas y verificación', en: 'Lists and verification' },
    group: 'operator',
    isFor: operates,
  },
  { to: '/operador/actividad', icon: IconUserScan, words: { es: 'Actividad', en: 'Activity' }, group: 'operator', isFor: operates },
];

const groups = ['work', 'integrations', 'account', 'operator'] as const;

export function entriesFor(session: Session): { group: Entry['group']; entries: Entry[] }[] {
  const seen = entries.filter(({ isFor = ofCorporation }) => isFor(session));
  return groups.map((group) => ({ group, entries: seen.filter((entry) => entry.group === group) })).filter((one) => one.entries.length > 0);
}
