import type { NotificationData } from '@mantine/notifications';

/** Says in the corner that something is done. What shows it comes with the first view and is not part of it. */
export async function notify(told: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(told);
}
