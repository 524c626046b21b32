import type { ReportReader } from '../provider/public.ts';

export const readGoogleReport: ReportReader = ({ header }) => ({
  status: 204,
  notifications: [
    {
      token: header('x-goog-channel-token') ?? '',
      isAboutChannel: false,
      isTrial: header('x-goog-resource-state') === 'sync',
    },
  ],
});
