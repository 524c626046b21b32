import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import {
  date,
  email,
  idParam,
  line,
  queryBoolean,
  shortId,
  shortIdPattern,
  slug,
  timestamp,
  timeZone,
  uuid,
} from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Availability schedules: interface 2.4 and 4.6, resolutions 7. */

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** `abort`: the order of a range is only checked if both ends are valid times. */
const startTime = z
  .string('Must be a time as HH:mm.')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Must be a time as HH:mm.', abort: true });
const endTime = z
  .string('Must be a time as HH:mm, or 24:00.')
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    error: 'Must be a time as HH:mm, or 24:00.',
    abort: true,
  });

const timeset = z
  .tuple([startTime, endTime])
  .refine(([start, end]) => start < end, { message: 'The end must be after the start.' });

export const timesets = z
  .array(timeset)
  .max(48)
  .refine(isDisjoint, { message: 'Ranges of a day must not overlap.' })
  .meta({ example: [['09:00', '17:00']] });

function isDisjoint(ranges: readonly (readonly [string, string])[]): boolean {
  const sorted = ranges.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
  return sorted.every((range, index) => index === 0 || (sorted[index - 1]?.[1] ?? '') <= range[0]);
}

const trip = z
  .object({ startDate: date, endDate: date, timezone: timeZone })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'Must not be before `startDate`.',
  });

const travel = z
  .array(trip)
  .max(100)
  .refine(isApart, { message: 'Trips must not share a date.' })
  .meta({
    description: 'Dates (inclusive) on which the hours apply in another time zone',
    example: [{ startDate: '2027-03-01', endDate: '2027-03-12', timezone: 'Asia/Tokyo' }],
  });

function isApart(trips: readonly { readonly startDate: string; readonly endDate: string }[]): boolean {
  const sorted = trips.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  return sorted.every(
    ({ startDate }, index) => index === 0 || (sorted[index - 1]?.endDate ?? '') < startDate,
  );
}

export const schedule = z
  .object({
    uri: z.url(),
    uuid: shortId,
    email,
    title: z.string(),
    isDefault: z.boolean(),
    timezone: timeZone,
    weekly_hours: z.array(z.object({ day: z.enum(weekdays), timesets })),
    special_hours: z.array(z.object({ date, timesets })).nullable(),
    travel,
    schedulingPages: z
      .array(z.object({ uuid, title: z.string(), slug, schedulingUrl: z.url() }))
      .optional()
      .meta({ description: 'Present when requested' }),
    currentTime: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Schedule' });

const weeklyHours = z
  .array(z.object({ day: z.enum(weekdays), timesets }))
  .max(7)
  .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, {
    message: 'Must not name a day twice.',
  });

const specialHours = z
  .array(z.object({ date, timesets: timesets.nullable().meta({ description: 'null removes the override' }) }))
  .max(1000)
  .refine((list) => new Set(list.map((item) => item.date)).size === list.length, {
    message: 'Must not name a date twice.',
  });

export const scheduleChanges = z.object({
  email,
  timezone: timeZone.nullish(),
  weekly_hours: weeklyHours.optional(),
  special_hours: specialHours.nullish(),
  travel: travel.optional(),
  title: line(200).optional(),
  isDefault: z
    .literal(true, 'Can only be set to true; make another schedule the default instead.')
    .optional(),
});

export const newSchedule = z.object({
  email: email.optional(),
  title: line(200),
  timezone: timeZone,
  weekly_hours: weeklyHours,
  special_hours: specialHours.nullish(),
  travel: travel.default([]),
  isDefault: z.boolean().default(false),
});

const readSchedules = requireScopes('admin:full', 'schedules:read');
const writeSchedules = requireScopes('admin:full', 'schedules:write');
const scheduleId = { uuid: idParam('Schedule', shortIdPattern, 'q8Zt4LmW2x') };
const withPages = { includeSchedulingPages: queryBoolean };
const fails = { 403: 'Only owners and admins can do this for others.', 404: 'Schedule not found.' };

export const listSchedules = declareRoute({
  method: 'GET',
  path: '/schedules',
  origin: 'interface',
  tag: 'Schedules',
  summary: 'List the schedules of a user',
  access: readSchedules,
  query: { email: email.optional(), ...withPages },
  returns: paginated(schedule, { size: 'count', default: 10 }),
  fails: { 403: fails[403], 404: 'User not found.' },
});

/** Of a schedule that somebody else changed meanwhile. */
export const otherVersion = 'The version in If-Match isn’t the current one.';

export const readDefaultSchedule = declareRoute({
  method: 'GET',
  path: '/schedules/default',
  origin: 'interface',
  tag: 'Schedules',
  summary: 'Read the default schedule of a user',
  description: 'The header `ETag` has its version, to be sent back as `If-Match` with a change.',
  access: readSchedules,
  query: { email, ...withPages },
  returns: ok('resource', schedule),
  fails,
});

export const readSchedule = declareRoute({
  method: 'GET',
  path: '/schedules/{uuid}',
  origin: 'interface',
  tag: 'Schedules',
  summary: 'Read one schedule',
  description: 'The header `ETag` has its version, to be sent back as `If-Match` with a change.',
  access: readSchedules,
  params: scheduleId,
  query: { email, ...withPages },
  returns: ok('resource', schedule),
  fails,
});

const changesExample = {
  body: {
    email: 'mara@juniper.example',
    weekly_hours: [{ day: 'Fri', timesets: [['09:00', '12:00']] }],
    special_hours: [{ date: '2027-12-24', timesets: [] }],
  },
};

const changeDescription =
  'Omitted days and dates stay as they are; `timesets: null` removes the override of a date. `travel` replaces all trips.';

export const updateDefaultSchedule = declareRoute({
  method: 'PATCH',
  path: '/schedules/default',
  origin: 'interface',
  tag: 'Schedules',
  summary: 'Change the default schedule of a user',
  description: changeDescription,
  access: writeSchedules,
  body: scheduleChanges,
  returns: ok('resource', schedule),
  fails: { ...fails, 409: otherVersion },
  examples: changesExample,
});

export const updateSchedule = declareRoute({
  method: 'PATCH',
  path: '/schedules/{uuid}',
  origin: 'interface',
  tag: 'Schedules',
  summary: 'Change a schedule',
  description: changeDescription,
  access: writeSchedules,
  params: scheduleId,
  body: scheduleChanges,
  returns: ok('resource', schedule),
  fails: { ...fails, 409: otherVersion },
  examples: changesExample,
});

export const createSchedule = declareRoute({
  method: 'POST',
  path: '/schedules',
  origin: 'ours',
  tag: 'Schedules',
  summary: 'Create a schedule',
  access: writeSchedules,
  body: newSchedule,
  returns: created('resource', schedule),
  fails: { 403: fails[403] },
  examples: {
    body: {
      title: 'Evenings',
      timezone: 'Europe/Berlin',
      weekly_hours: [{ day: 'Tue', timesets: [['18:00', '21:00']] }],
    },
  },
});

export const deleteSchedule = declareRoute({
  method: 'DELETE',
  path: '/schedules/{uuid}',
  origin: 'ours',
  tag: 'Schedules',
  summary: 'Delete a schedule',
  access: writeSchedules,
  params: scheduleId,
  returns: message('Schedule deleted.'),
  fails: { ...fails, 409: 'The default schedule, or one that an event type uses, can’t be deleted.' },
});
