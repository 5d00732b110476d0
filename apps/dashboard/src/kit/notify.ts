import type { NotificationData } from '@mantine/notifications';
import { untilItComes } from './until-it-comes.ts';

/** It is fetched with the first view but is not part of it: there is nothing to notify before something is done. */
export const fetchNotifications = () => untilItComes(() => import('@mantine/notifications'));

/** Shows in the corner that something is done. */
export async function notify(told: NotificationData): Promise<void> {
  const { notifications } = await fetchNotifications();
  notifications.show(told);
}
