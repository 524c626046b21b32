import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import {
  date,
  dateOrInstant,
  email,
  eventId,
  queryFlag,
  timestamp,
  timeZone,
  uuid,
  uuidParam,
} from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** When users are away, and who takes their meetings: additions section 4. */

export const absenceKinds = [
  'out_of_office',
  'vacation',
  'sick',
  'parental',
  'training',
  'travel',
  'other',
] as const;

const kind = z.enum(absenceKinds);

export const absence = z
  .object({
    uuid,
    email,
    kind,
    start: z.union([date, timestamp]).meta({ description: 'A date for all-day absences, otherwise a time' }),
    end: z
      .union([date, timestamp])
      .meta({ description: 'The last date (inclusive), or the end time (exclusive)' }),
    startTime: timestamp.meta({ description: 'The instant at which it starts' }),
    endTime: timestamp,
    timezone: timeZone.meta({
      description: 'Time zone of the user’s default schedule, in which the dates apply',
    }),
    note: z.string().nullable().meta({ description: 'Visible to the user, owners and admins only' }),
    message: z.string().nullable().meta({ description: 'Shown to visitors on the user’s booking pages' }),
    replacement: z.object({ email, name: z.string(), isActive: z.boolean() }).nullable().meta({
      description: 'Colleague who takes meetings in the meantime: the user’s booking pages link to them',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Absence' });

const conflict = z.object({
  uuid: eventId,
  title: z.string(),
  startTime: timestamp,
  endTime: timestamp,
  invitees: z.array(z.string()).meta({ description: 'Names of the first three' }),
});

export const absenceWithConflicts = absence
  .extend({
    conflicts: z.array(conflict).meta({
      description:
        'Bookings during the absence, at most 100. They stay until you reschedule or reassign them',
    }),
  })
  .meta({ id: 'AbsenceWithConflicts' });

const text = (max: number) => z.string().trim().min(1, 'Must not be empty.').max(max);

const replacement = email.meta({ description: 'Another active user' });

export const newAbsence = z.object({
  email: email.optional().meta({ description: 'The user who is away; default: you' }),
  kind: kind.default('out_of_office'),
  start: dateOrInstant,
  end: dateOrInstant,
  note: text(1000).nullish(),
  message: text(500).nullish(),
  replacement: replacement.nullish(),
});

export const absenceChanges = z.object({
  kind: kind.optional(),
  start: dateOrInstant.optional(),
  end: dateOrInstant.optional(),
  note: text(1000).nullish(),
  message: text(500).nullish(),
  replacement: replacement.nullish(),
});

const readAbsences = requireScopes('admin:full', 'schedules:read');
const writeAbsences = requireScopes('admin:full', 'schedules:write');
const absenceId = { uuid: uuidParam('Absence') };
const forOthers = 'Only owners and admins can do this for others.';
const notFound = 'Absence not found.';

export const listAbsences = declareRoute({
  method: 'GET',
  path: '/absences',
  origin: 'ours',
  tag: 'Absences',
  summary: 'List the absences of a user',
  description: 'Current and upcoming absences by start; with `past=1`, past ones, latest first.',
  access: readAbsences,
  query: { email: email.optional(), past: queryFlag },
  returns: paginated(absence),
  fails: { 403: forOthers, 404: 'User not found.' },
});

export const createAbsence = declareRoute({
  method: 'POST',
  path: '/absences',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Create an absence',
  description:
    'Nobody can book the user during the absence, on any booking page. Existing bookings stay and are listed as `conflicts`. All-day absences use the time zone where the user is.',
  access: writeAbsences,
  body: newAbsence,
  returns: created('resource', absenceWithConflicts),
  fails: { 403: forOthers, 409: 'The user has too many absences ahead.' },
  examples: {
    body: {
      kind: 'vacation',
      start: '2027-07-05',
      end: '2027-07-16',
      message: 'I am hiking, and back on 19 July.',
      replacement: 'tomas@juniper.example',
    },
  },
});

export const readAbsence = declareRoute({
  method: 'GET',
  path: '/absences/{uuid}',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Read an absence and the bookings during it',
  access: readAbsences,
  params: absenceId,
  returns: ok('resource', absenceWithConflicts),
  fails: { 404: notFound },
});

export const updateAbsence = declareRoute({
  method: 'PATCH',
  path: '/absences/{uuid}',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Change an absence',
  description: 'Omitted fields stay as they are. `null` removes a note, a message or a replacement.',
  access: writeAbsences,
  params: absenceId,
  body: absenceChanges,
  returns: ok('resource', absenceWithConflicts),
  fails: { 404: notFound },
  examples: { body: { end: '2027-07-23', note: 'A week longer' } },
});

export const deleteAbsence = declareRoute({
  method: 'DELETE',
  path: '/absences/{uuid}',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Delete an absence',
  description: 'The time can be booked again immediately.',
  access: writeAbsences,
  params: absenceId,
  returns: message('Absence deleted.'),
  fails: { 404: notFound },
});
