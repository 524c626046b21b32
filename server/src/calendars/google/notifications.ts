import type { WebhookReader } from '../provider/public.ts';

export const readGoogleWebhook: WebhookReader = ({ header }) => ({
  status: 204,
  notifications: [
    {
      token: header('x-goog-channel-token') ?? '',
      isAboutChannel: false,
      isTrial: header('x-goog-resource-state') === 'sync',
    },
  ],
});
