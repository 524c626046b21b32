import { z } from 'zod';
import { declareSettings } from '../../platform/settings.ts';
import { parseClient, type AccountAccess } from '../provider/public.ts';

const settings = declareSettings(
  {
    MICROSOFT_CLIENT_ID: z
      .string()
      .optional()
      .describe('OAuth client id at Microsoft, to connect hosts’ calendars'),
    MICROSOFT_CLIENT_SECRET: z.string().optional().describe('OAuth client secret there'),
    MICROSOFT_TENANT: z
      .string()
      .regex(/^[\w.-]+$/, 'must be a tenant id, a domain, common, organizations or consumers')
      .default('common')
      .describe('Microsoft tenant whose accounts can connect, or common for all'),
  },
  ({ MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret, MICROSOFT_TENANT: tenant }) => {
    const client = parseClient('MICROSOFT', id, secret);
    const login = `https://login.microsoftonline.com/${tenant}`;
    return (
      client && {
        ...client,
        issuer: `${login}/v2.0`,
        authorizeUrl: `${login}/oauth2/v2.0/authorize`,
        tokenUrl: `${login}/oauth2/v2.0/token`,
        apiUrl: 'https://graph.microsoft.com/v1.0',
      }
    );
  },
);

export const microsoftAccess: AccountAccess = {
  settings,
  scopes: {
    read: ['offline_access', 'Calendars.Read', 'Calendars.Read.Shared'],
    write: ['offline_access', 'Calendars.ReadWrite', 'Calendars.Read.Shared'],
  },
  parameters: { prompt: 'select_account', response_mode: 'query' },
  allows: {
    read: withPrefix('Calendars.Read', 'Calendars.ReadWrite'),
    write: withPrefix('Calendars.ReadWrite'),
  },
};

/** Microsoft names what was granted with or without its own address. */
function withPrefix(...scopes: readonly string[]): string[] {
  return scopes.flatMap((scope) => [scope, `https://graph.microsoft.com/${scope}`]);
}
