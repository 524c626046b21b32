export { createNotifications } from './create-notifications.ts';
export { notificationCreated } from './events.ts';
export { sendNotificationEmails } from './notify-member.ts';
