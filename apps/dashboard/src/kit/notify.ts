import type { NotificationData } from '@mantine/notifications';
import type { Language } from '#language/languages.ts';
import { untilItComes } from './until-it-comes.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const words = { es, en };

/** It is fetched with the first view but is not part of it: there is nothing to notify before something is done. */
export const fetchNotifications = () => untilItComes(() => import('@mantine/notifications'));

/** Shows in the corner that something is done. Its close button is named in the language of the page, which a browser may have translated. */
export async function notify(told: NotificationData): Promise<void> {
  const { notifications } = await fetchNotifications();
  const { close } = words[document.documentElement.lang as Language] ?? es;
  notifications.show({ closeButtonProps: { 'aria-label': close }, ...told });
}
