import type { NotificationData } from '@mantine/notifications';
import { untilItComes } from './until-it-comes.ts';

/** It comes with the first view and is not part of it: nothing is notified before something was done. */
export const fetchNotifications = () => untilItComes(() => import('@mantine/notifications'));

/** Says in the corner that something is done. */
export async function notify(told: NotificationData): Promise<void> {
  const { notifications } = await fetchNotifications();
  notifications.show(told);
}
