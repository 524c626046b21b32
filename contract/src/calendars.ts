import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { email, instant, line, rule, timestamp, uuid, uuidParam } from './fields.ts';
import { enteredCalendars, oauthCalendars } from './providers.data.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Calendars of hosts: additions section 4. */

const readCalendars = requireScopes('admin:full', 'schedules:read');
const writeCalendars = requireScopes('admin:full', 'schedules:write');
const connectionId = { uuid: uuidParam('Calendar connection') };

export const calendarProvider = z
  .object({
    provider: z.enum([...oauthCalendars, ...enteredCalendars]),
    name: z.string(),
    kind: z.enum(['oauth', 'password', 'url']),
    isConfigured: z.boolean().meta({ description: 'Whether this server can connect to it' }),
  })
  .meta({ id: 'CalendarProvider' });

const calendar = z.object({
  id: uuid,
  name: z.string(),
  color: z.string().nullable(),
  blocksTime: z.boolean().meta({ description: 'Its events block the user’s time' }),
  receivesBookings: z.boolean().meta({ description: 'Bookings are added to this calendar' }),
  isRead: z.boolean().meta({ description: 'Older name of `blocksTime`' }),
  isWritten: z.boolean().meta({ description: 'Older name of `receivesBookings`' }),
  canWrite: z.boolean(),
  syncedAt: timestamp.nullable(),
  unreadableEvents: z.int().meta({
    description:
      'Number of events whose start, end, recurrence, time zone or format Daybook can’t read. They count as far as they can be read; `warning` lists some of them',
  }),
  warning: z
    .string()
    .nullable()
    .meta({ description: 'Which events don’t count or which bookings can’t be added, and why' }),
});

export const calendarConnection = z
  .object({
    uuid,
    email,
    provider: calendarProvider.shape.provider,
    account: z.string().meta({ description: 'The account, or the host of the address' }),
    access: z.enum(['read', 'write']).meta({ description: 'What Daybook may do with the account' }),
    countsTentative: z.boolean().meta({ description: 'Tentative events block the user’s time' }),
    state: z.enum(['ok', 'needs_sign_in', 'failing']),
    error: z.string().nullable(),
    failingSince: timestamp.nullable(),
    syncedAt: timestamp.nullable(),
    calendars: z.array(calendar),
    createdAt: timestamp,
  })
  .meta({ id: 'CalendarConnection' });

export const newCalendarConnection = z.object({
  provider: z.enum(
    enteredCalendars,
    `Must be ${enteredCalendars.join(' or ')}; other providers are connected by signing in.`,
  ),
  url: z.string().trim().min(1).max(2000).meta({ example: 'https://cloud.example.com/remote.php/dav' }),
  username: line(320).optional(),
  password: z.string().min(1).max(1000).optional(),
  email: email.optional().meta({ description: 'Owner of the calendar; default: you' }),
});

const choice = z.object({
  id: uuid,
  blocksTime: calendar.shape.blocksTime.optional(),
  receivesBookings: calendar.shape.receivesBookings.optional(),
  isRead: calendar.shape.isRead.optional(),
  isWritten: calendar.shape.isWritten.optional(),
});

/** Either name is accepted, and both if they agree. */
const chosenCalendar = rule(
  rule(
    choice,
    'isRead',
    'Must equal blocksTime, which is its newer name. Send one of them.',
    ({ blocksTime, isRead = blocksTime }) => blocksTime === undefined || blocksTime === isRead,
  ),
  'isWritten',
  'Must equal receivesBookings, which is its newer name. Send one of them.',
  ({ receivesBookings, isWritten = receivesBookings }) =>
    receivesBookings === undefined || receivesBookings === isWritten,
);

const chosenCalendars = z
  .array(chosenCalendar)
  .min(1)
  .max(500)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
    message: 'Must not name a calendar twice.',
  })
  .refine(
    (list) => list.filter(({ receivesBookings, isWritten }) => receivesBookings ?? isWritten).length <= 1,
    {
      message: 'Bookings can be added to one calendar only.',
    },
  );

export const calendarConnectionChanges = z.object({
  calendars: chosenCalendars.optional(),
  countsTentative: z.boolean().optional(),
  password: newCalendarConnection.shape.password.meta({
    description: 'A new password of a CalDAV account or a protected address, tried at once',
  }),
});

export const calendarAuthorization = z.object({
  provider: z.enum(oauthCalendars, `Must be ${oauthCalendars.join(' or ')}.`),
  access: z
    .enum(['read', 'write'], 'Must be read or write.')
    .default('read')
    .meta({ description: '`write` is required to add bookings' }),
  returnTo: z
    .string()
    .max(1000)
    .regex(/^\/(?![/\\])[!-~]*$/, 'Must be a path of this site, such as /app/settings.')
    .default('/app')
    .meta({ description: 'Where the browser is led afterwards', example: '/app/settings' }),
});

export const busyTime = z
  .object({
    start: timestamp,
    end: timestamp,
    source: z.object({
      kind: z.enum(['event', 'calendar', 'out_of_office', 'holiday']),
      label: z.string(),
    }),
  })
  .meta({ id: 'BusyTime' });

const forOthers = 'Only owners and admins can do this for others.';
const notFound = 'Calendar connection not found.';

export const listCalendarProviders = declareRoute({
  method: 'GET',
  path: '/calendar-providers',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'List the calendars that can be connected',
  access: readCalendars,
  returns: ok('collection', z.array(calendarProvider)),
});

export const listCalendarConnections = declareRoute({
  method: 'GET',
  path: '/calendar-connections',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'List the calendar connections of a user',
  access: readCalendars,
  query: { email: email.optional() },
  returns: paginated(calendarConnection),
  fails: { 403: forOthers, 404: 'User not found.' },
});

export const connectCalendar = declareRoute({
  method: 'POST',
  path: '/calendar-connections',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Connect a CalDAV account or an ICS address',
  description:
    'The connection is tested immediately: a wrong URL, password or content is a 422. All calendars are checked for conflicts and none receives bookings until you choose. The first sync runs in the background. Connecting the same account again, by any URL of its server, updates the existing connection if the password differs or the sync is failing, and keeps its settings; otherwise it is a 409.',
  access: writeCalendars,
  body: newCalendarConnection,
  returns: created('resource', calendarConnection),
  fails: {
    403: forOthers,
    404: 'User not found.',
    409: 'This account is already connected, or the user has too many connections.',
  },
  examples: { body: { provider: 'ics', url: 'https://calendar.example.com/mara.ics' } },
});

export const authorizeCalendar = declareRoute({
  method: 'POST',
  path: '/calendar-connections/authorize',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Connect an account at Google or Microsoft',
  description:
    'Returns the URL where you grant access, within ten minutes, in a browser where you are signed in. It redirects to `/connect/{provider}/callback`, which creates or renews the connection, and then to `returnTo`.',
  access: writeCalendars,
  body: calendarAuthorization,
  returns: ok('url', z.url()),
  examples: { body: { provider: 'google', access: 'write', returnTo: '/app/settings' } },
});

export const readCalendarConnection = declareRoute({
  method: 'GET',
  path: '/calendar-connections/{uuid}',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Read a calendar connection',
  access: readCalendars,
  params: connectionId,
  returns: ok('resource', calendarConnection),
  fails: { 404: notFound },
});

export const updateCalendarConnection = declareRoute({
  method: 'PATCH',
  path: '/calendar-connections/{uuid}',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Choose which calendars are checked and which one receives bookings',
  description:
    'At most one calendar per user receives bookings: choosing one deselects the others. `countsTentative` takes effect immediately, also for events already synced. A `password` that the server rejects is a 422.',
  access: writeCalendars,
  params: connectionId,
  body: calendarConnectionChanges,
  returns: ok('resource', calendarConnection),
  fails: { 404: notFound },
  examples: { body: { countsTentative: false } },
});

export const disconnectCalendar = declareRoute({
  method: 'DELETE',
  path: '/calendar-connections/{uuid}',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Disconnect a calendar',
  description: 'Its busy times no longer count. Bookings that Daybook added to it stay there.',
  access: writeCalendars,
  params: connectionId,
  returns: message('Calendar connection deleted.'),
  fails: { 404: notFound },
});

export const syncCalendarConnection = declareRoute({
  method: 'POST',
  path: '/calendar-connections/{uuid}/sync',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Sync the calendars of a connection now',
  description: 'Answers when it is done, after 30 seconds at most.',
  access: writeCalendars,
  params: connectionId,
  returns: ok(
    'resource',
    z.object({
      connection: calendarConnection,
      changed: z.int().meta({ description: 'Entries that were new or different' }),
      removed: z.int(),
    }),
  ),
  fails: {
    404: notFound,
    409: 'A sync is already in progress, or the owner is deactivated.',
  },
});

export const listBusyTimes = declareRoute({
  method: 'GET',
  path: '/busy-times',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'List the busy times of a user',
  description: 'At most 400 days at once; calendars are known for at least 12 months ahead.',
  access: readCalendars,
  query: { email: email.optional(), start: instant, end: instant },
  returns: ok('collection', z.array(busyTime)),
  fails: { 403: forOthers, 404: 'User not found.' },
});
