import { z } from 'zod';
import { declareSettings } from '../../platform/settings.ts';
import { parseClient, type AccountAccess } from '../provider/public.ts';

const settings = declareSettings(
  {
    GOOGLE_CLIENT_ID: z
      .string()
      .optional()
      .describe('OAuth client id at Google, to connect hosts’ calendars'),
    GOOGLE_CLIENT_SECRET: z.string().optional().describe('OAuth client secret there'),
  },
  ({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }) => {
    const client = parseClient('GOOGLE', id, secret);
    return (
      client && {
        ...client,
        issuer: 'https://accounts.google.com',
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        apiUrl: 'https://www.googleapis.com/calendar/v3',
      }
    );
  },
);

const scope = 'https://www.googleapis.com/auth/calendar';

export const googleAccess: AccountAccess = {
  settings,
  scopes: {
    read: [`${scope}.readonly`],
    write: [`${scope}.readonly`, `${scope}.events`],
  },
  parameters: { access_type: 'offline', prompt: 'select_account consent', include_granted_scopes: 'true' },
  allows: {
    read: [`${scope}.readonly`, scope],
    write: [`${scope}.events`, scope],
  },
};
