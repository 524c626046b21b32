import { z } from 'zod';
import { StartError } from './start-error.ts';

/** Accounts of hosts at Google and Microsoft. */
export const calendarVariables = {
  GOOGLE_CLIENT_ID: z.string().optional().describe('OAuth client id at Google, to connect hosts’ calendars'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('OAuth client secret at Google'),
  MICROSOFT_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client id at Microsoft, to connect hosts’ calendars'),
  MICROSOFT_CLIENT_SECRET: z.string().optional().describe('OAuth client secret at Microsoft'),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a tenant id, a domain, common, organizations or consumers')
    .default('common')
    .describe('Microsoft tenant whose accounts can connect, or common for all'),
};

/** What this installation is at a provider of calendars, and where that is reached. */
export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
}

export interface CalendarApps {
  readonly google?: OAuthApp;
  readonly microsoft?: OAuthApp;
}

interface Variables {
  readonly GOOGLE_CLIENT_ID?: string | undefined;
  readonly GOOGLE_CLIENT_SECRET?: string | undefined;
  readonly MICROSOFT_CLIENT_ID?: string | undefined;
  readonly MICROSOFT_CLIENT_SECRET?: string | undefined;
  readonly MICROSOFT_TENANT: string;
}

export function calendarAppsOf(data: Variables): CalendarApps {
  const google = pairOf('GOOGLE', data.GOOGLE_CLIENT_ID, data.GOOGLE_CLIENT_SECRET);
  const microsoft = pairOf('MICROSOFT', data.MICROSOFT_CLIENT_ID, data.MICROSOFT_CLIENT_SECRET);
  const login = `https://login.microsoftonline.com/${data.MICROSOFT_TENANT}`;
  return {
    ...(google && {
      google: {
        ...google,
        issuer: 'https://accounts.google.com',
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        apiUrl: 'https://www.googleapis.com/calendar/v3',
      },
    }),
    ...(microsoft && {
      microsoft: {
        ...microsoft,
        issuer: `${login}/v2.0`,
        authorizeUrl: `${login}/oauth2/v2.0/authorize`,
        tokenUrl: `${login}/oauth2/v2.0/token`,
        apiUrl: 'https://graph.microsoft.com/v1.0',
      },
    }),
  };
}

function pairOf(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Pick<OAuthApp, 'clientId' | 'clientSecret'> | undefined {
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId === undefined && clientSecret === undefined) return undefined;
  throw new StartError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together; set both or neither.`);
}
